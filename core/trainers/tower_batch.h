#pragma once

#include "core/trainers/masked_products.h"

#include <Eigen/Core>

#include <algorithm>
#include <vector>

namespace representer {

// One layer h -> W h + b, rows and columns padded with zeros to whole lines: a unit that is not there is 0
// after the activation, so it passes nothing on or back. T is float while training, double where gradients
// are checked.
template<class T>
struct TowerLayer {
    using Columns = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
    Columns weights;    // out x in
    Columns transposed; // of the weights: the way back reads their rows
    Eigen::Vector<T, Eigen::Dynamic> bias;

    void set(const Columns& newWeights, const Columns& newBias)
    {
        weights = newWeights;
        transposed = weights.transpose();
        bias = newBias;
    }
};

template<class T, class Values>
Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> paddedRows(const Values& values, Eigen::Index columns)
{
    Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> padded =
        Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>::Zero(packedWidth<T>(values.rows()), columns);
    padded.topLeftCorner(values.rows(), values.cols()) = values;
    return padded;
}

// Derivative of the loss by a layer.
template<class T>
struct LayerGradient {
    typename TowerLayer<T>::Columns weights; // out x in; of the first layer in x out
    Eigen::Vector<T, Eigen::Dynamic> bias;
};

// A few users through the tower and back, one column each.
template<class T>
class TowerBatch {
public:
    using Columns = typename TowerLayer<T>::Columns;
    static constexpr Eigen::Index most =
        64; // users at a time: their activations in two layers fit a core's cache

    explicit TowerBatch(const std::vector<TowerLayer<T>>& layers)
        : m_inputs(layers.size() + 1), m_kept(layers.size() + 1), m_deltas(layers.size())
    {
        m_inputs[0].setZero(layers.front().weights.cols(), most);
        m_inputGradient.setZero(layers.front().weights.cols(), most);
        m_kept[0].setAll(layers.front().weights.cols(), most);
        for (std::size_t l = 0; l < layers.size(); ++l) {
            const Eigen::Index rows = layers[l].weights.rows();
            m_inputs[l + 1].setZero(rows, most);
            m_deltas[l].setZero(rows, most);
            m_kept[l + 1].setAll(rows, most);
        }
    }

    // To be filled for the first columns before forward(): d x users.
    Columns& input() { return m_inputs.front(); }
    const Columns& output() const { return m_inputs.back(); }
    // To be filled before backward(): derivative of the loss by the output, k x users.
    Columns& outputGradient() { return m_deltas.back(); }

    // h -> relu(W h + b) between layers, W h + b after the last, for `count` users. mask(l, c, factors) says
    // what dropout does to column c of a hidden layer's output: it may set `factors`, ones at first, to 0 or
    // to `scale`.
    template<class Mask>
    void forward(const std::vector<TowerLayer<T>>& layers, Eigen::Index count, T scale, const Mask& mask)
    {
        m_count = count;
        m_scale = scale;
        for (std::size_t l = 0; l < layers.size(); ++l) {
            const Eigen::Index rows = layers[l].weights.rows();
            const T* bias = layers[l].bias.data();
            const bool last = l + 1 == layers.size();
            const bool dense = l == 0;
            if (dense)
                denseProduct(layers[l].weights, m_inputs[l], count, m_inputs[l + 1]);
            m_factors.setOnes(rows);
            const T* factors = m_factors.data();
            for (Eigen::Index c = 0; c < count; ++c) {
                const auto product = [&](const auto& finish) {
                    finishProduct(dense, layers[l].weights, m_inputs[l], m_kept[l], c, m_inputs[l + 1],
                                  finish);
                };
                if (last) {
                    product([&](Eigen::Index r, Lanes sum) { return sum + P::load(bias + r); });
                    continue;
                }
                mask(l, c, m_factors);
                product([&](Eigen::Index r, Lanes sum) {
                    const Lanes z = sum + P::load(bias + r);
                    return (z > 0 ? z : Lanes{}) * P::load(factors + r);
                });
                findPositive(m_inputs[l + 1].col(c).data(), rows, m_kept[l + 1].of(c));
            }
        }
    }

    // The derivative of the loss by the input, d x users. What is zero after activation and dropout passes
    // nothing back.
    const Columns& backward(const std::vector<TowerLayer<T>>& layers)
    {
        for (std::size_t l = layers.size(); l-- > 0;) {
            Columns& gradient = l > 0 ? m_deltas[l - 1] : m_inputGradient;
            const bool dense = l + 1 == layers.size();
            if (dense)
                denseProduct(layers[l].transposed, m_deltas[l], m_count, gradient);
            for (Eigen::Index c = 0; c < m_count; ++c) {
                const auto product = [&](const auto& finish) {
                    finishProduct(dense, layers[l].transposed, m_deltas[l], m_kept[l + 1], c, gradient,
                                  finish);
                };
                if (l == 0) {
                    product([](Eigen::Index, Lanes sum) { return sum; });
                    continue;
                }
                const T* h = m_inputs[l].col(c).data();
                product(
                    [&](Eigen::Index r, Lanes sum) { return P::load(h + r) > 0 ? m_scale * sum : Lanes{}; });
            }
        }
        return m_inputGradient;
    }

    // Adds the derivatives of the loss by the layers, after backward(). The first layer's input has no zeros,
    // but what comes back to it has.
    void addGradients(std::vector<LayerGradient<T>>& sums) const
    {
        for (std::size_t l = 0; l < m_deltas.size(); ++l) {
            if (l == 0)
                addMaskedOuter(m_inputs[0], m_deltas[0], m_kept[1], m_count, sums[0].weights);
            else
                addMaskedOuter(m_deltas[l], m_inputs[l], m_kept[l], m_count, sums[l].weights);
            for (Eigen::Index c = 0; c < m_count; ++c)
                sums[l].bias += m_deltas[l].col(c);
        }
    }

private:
    using P = Pack<T>;
    using Lanes = typename P::Lanes;

    // Column c of result = finish(matrix x); a dense product is there already.
    template<class Finish>
    static void finishProduct(bool dense, const Columns& matrix, const Columns& x, const ColumnBits& kept,
                              Eigen::Index c, Columns& result, const Finish& finish)
    {
        T* out = result.col(c).data();
        if (!dense) {
            maskedProduct(matrix, x.col(c).data(), kept.of(c), out, finish);
            return;
        }
        for (Eigen::Index r = 0; r < result.rows(); r += P::lanes)
            P::store(out + r, finish(r, P::load(out + r)));
    }

    std::vector<Columns> m_inputs;  // of each layer, and the output
    std::vector<ColumnBits> m_kept; // of each input: what is not 0; all of the first and of the output
    std::vector<Columns> m_deltas;  // derivative of the loss by what a layer hands to its activation
    Columns m_inputGradient;
    Eigen::Vector<T, Eigen::Dynamic> m_factors; // what dropout does to one column
    Eigen::Index m_count = 0;
    T m_scale = 1;
};

} // namespace representer
