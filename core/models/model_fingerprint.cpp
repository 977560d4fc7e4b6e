#include "core/models/model.h"

#include <xxhash.h>

#include <array>
#include <cstdio>
#include <memory>
#include <type_traits>

namespace representer {

namespace {

// Hashes every number that decides a score or an explanation, each array with its shape before it, so that two
// models agree only when they are the same to the last bit.
class Hasher {
public:
    Hasher() : m_state(XXH3_createState(), &XXH3_freeState) { XXH3_128bits_reset(m_state.get()); }

    template<class T>
        requires std::is_arithmetic_v<T> || std::is_enum_v<T>
    void add(T value)
    {
        XXH3_128bits_update(m_state.get(), &value, sizeof value);
    }
    template<class Derived>
    void add(const Eigen::PlainObjectBase<Derived>& values)
    {
        add(values.rows());
        add(values.cols());
        XXH3_128bits_update(m_state.get(), values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
    }
    void add(const RatingOffsets& offsets)
    {
        add(offsets.mean);
        add(offsets.users);
        add(offsets.items);
    }
    void add(const TwoTowerWeights& weights)
    {
        add(weights.userEmbeddings);
        add(weights.layers.size());
        for (const DenseLayer& layer : weights.layers) {
            add(layer.weights);
            add(layer.bias);
        }
        add(weights.itemEmbeddings);
    }

    void add(const SparseLinearModel& model)
    {
        add(model.loss);
        add(model.C);
        add(model.theta);
        add(model.scale);
        add(model.bias ? model.bias->value : 0.0);
        add(model.bias ? model.bias->weight : 0.0);
        add(model.hasIntercept);
        add(model.intercept);
    }
    void add(const FactorModel& model)
    {
        add(model.origin);
        add(model.loss);
        add(model.penalty);
        add(model.negativesWeight);
        add(model.offsets);
        add(model.users);
        add(model.items);
    }
    void add(const TwoTowerModel& model)
    {
        add(model.loss);
        add(model.negativesWeight);
        add(model.offsets);
        add(model.weights);
    }
    void add(const TraceModel& model)
    {
        add(model.loss);
        add(model.penalty);
        add(model.theta);
    }

    std::string text() const
    {
        const XXH128_hash_t hash = XXH3_128bits_digest(m_state.get());
        std::array<char, 33> buffer{};
        std::snprintf(buffer.data(), buffer.size(), "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                      static_cast<unsigned long long>(hash.low64));
        return buffer.data();
    }

private:
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> m_state;
};

} // namespace

// Checkpoints are left out: they are loaded only when asked for, and scores do not depend on them.
std::string modelFingerprint(const ModelContent& content)
{
    Hasher hasher;
    hasher.add(content.index());
    std::visit([&](const auto& model) { hasher.add(model); }, content);
    return hasher.text();
}

} // namespace representer
