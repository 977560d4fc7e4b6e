#pragma once

#include <Eigen/Core>

#include <type_traits>
#include <utility>
#include <vector>

namespace representer {

// A batch of users through the tower and back, one column per user. Layer has `weights` (out x in) and `bias`
// (out); its number type is the batch's: float while training, double where gradients are checked.
template<class Layer>
class TowerBatch {
public:
    using Columns = std::remove_cvref_t<decltype(Layer::weights)>;
    using Scalar = typename Columns::Scalar;

    // The input of each layer, d x b first; filled by the caller for layer 0.
    Columns& input() { return m_inputs.front(); }
    const Columns& inputOf(std::size_t layer) const { return m_inputs[layer]; }
    const Columns& output() const { return m_inputs.back(); }
    // Derivative of the loss by what layer l hands to its activation, after backward().
    const Columns& delta(std::size_t layer) const { return m_deltas[layer]; }

    explicit TowerBatch(std::size_t layers) : m_inputs(layers + 1), m_deltas(layers) {}

    // h -> relu(W h + b) between layers, W h + b after the last. drop(l, h) may set entries of a hidden
    // layer's output to zero and scales the others by `scale`.
    template<class Drop>
    void forward(const std::vector<Layer>& layers, Scalar scale, const Drop& drop)
    {
        m_scale = scale;
        for (std::size_t l = 0; l < layers.size(); ++l) {
            Columns& next = m_inputs[l + 1];
            next.noalias() = layers[l].weights * m_inputs[l];
            next.colwise() += layers[l].bias;
            if (l + 1 < layers.size()) {
                next = next.cwiseMax(Scalar(0));
                drop(l, next);
            }
        }
    }

    // gradient: k x b, derivative of the loss by the output. Returns that by the input, d x b. What is zero
    // after activation and dropout passes nothing back.
    Columns backward(const std::vector<Layer>& layers, Columns gradient)
    {
        for (std::size_t l = layers.size(); l-- > 0;) {
            m_deltas[l] = std::move(gradient);
            gradient.noalias() = layers[l].weights.transpose() * m_deltas[l];
            if (l > 0)
                gradient = (m_inputs[l].array() > Scalar(0)).select(m_scale * gradient, Scalar(0));
        }
        return gradient;
    }

private:
    std::vector<Columns> m_inputs;
    std::vector<Columns> m_deltas;
    Scalar m_scale = 1;
};

} // namespace representer
