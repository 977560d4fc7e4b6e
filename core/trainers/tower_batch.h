#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <type_traits>
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

    // h -> relu(W h + b) between layers, W h + b after the last. mask(l, c, factors) says what dropout does to
    // column c of a hidden layer's output: it may set `factors`, ones at first, to 0 or to `scale`.
    template<class Mask>
    void forward(const std::vector<Layer>& layers, Scalar scale, const Mask& mask)
    {
        m_scale = scale;
        for (std::size_t l = 0; l < layers.size(); ++l) {
            Columns& next = m_inputs[l + 1];
            next.noalias() = layers[l].weights * m_inputs[l];
            if (l + 1 == layers.size()) {
                next.colwise() += layers[l].bias;
                return;
            }
            const Eigen::Index width = next.rows();
            m_factors.setOnes(width);
            const Scalar* bias = layers[l].bias.data();
            for (Eigen::Index c = 0; c < next.cols(); ++c) {
                mask(l, c, m_factors);
                const Scalar* factors = m_factors.data();
                Scalar* h = next.col(c).data();
                for (Eigen::Index r = 0; r < width; ++r)
                    h[r] = std::max(h[r] + bias[r], Scalar(0)) * factors[r];
            }
        }
    }

    // To be filled before backward(): k x b, derivative of the loss by the output.
    Columns& outputGradient() { return m_deltas.back(); }

    // The derivative of the loss by the input, d x b. What is zero after activation and dropout passes
    // nothing back.
    const Columns& backward(const std::vector<Layer>& layers)
    {
        for (std::size_t l = layers.size(); l-- > 0;) {
            Columns& gradient = l > 0 ? m_deltas[l - 1] : m_inputGradient;
            gradient.noalias() = layers[l].weights.transpose() * m_deltas[l];
            if (l == 0)
                break;
            const Scalar* h = m_inputs[l].data();
            Scalar* g = gradient.data();
            const Scalar scale = m_scale; // in a local, so that the compiler may vectorise
            for (Eigen::Index i = 0, size = gradient.size(); i < size; ++i)
                g[i] *= h[i] > Scalar(0) ? scale : Scalar(0);
        }
        return m_inputGradient;
    }

private:
    std::vector<Columns> m_inputs;
    std::vector<Columns> m_deltas;
    Columns m_inputGradient;
    Eigen::Vector<Scalar, Eigen::Dynamic> m_factors; // what dropout does to one column
    Scalar m_scale = 1;
};

} // namespace representer
