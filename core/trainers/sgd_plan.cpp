#include "core/trainers/sgd_plan.h"

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/trainers/mf_sgd.h"

#include <algorithm>
#include <numeric>

namespace representer {

namespace {

constexpr double startDeviation = 0.1;
constexpr std::size_t largestPlan = std::size_t{1} << 30; // bytes of samples kept over all epochs

} // namespace

SgdPlan::SgdPlan(const RatingData& data, const MfSgdOptions& options)
    : m_seed(options.seed), m_batch(static_cast<std::size_t>(options.batch)),
      m_offsets(fitOffsets(data.train, data.users.size(), data.items.size(), options.offsets)),
      m_samples(data.train.size())
{
    Random random(options.seed);
    const auto draw = [&](RowMatrixF& factors, std::size_t rows) {
        factors.resize(static_cast<Eigen::Index>(rows), options.dim);
        for (Eigen::Index i = 0; i < factors.size(); ++i)
            factors.data()[i] = static_cast<float>(startDeviation * random.normal());
    };
    draw(m_users, data.users.size());
    draw(m_items, data.items.size());
    for (std::size_t row = 0; row < m_samples.size(); ++row) {
        const std::int32_t user = data.train.users[row];
        const std::int32_t item = data.train.items[row];
        const auto offset = static_cast<float>(m_offsets.at(UserIndex{user}, ItemIndex{item}));
        m_samples[row] = {user, item, data.train.values[row] - offset};
    }
    const auto epochs = static_cast<std::size_t>(options.epochs);
    if (epochs * m_samples.size() * sizeof(SgdSample) > largestPlan)
        return;
    m_epochs.resize(epochs);
    parallelBlocks(options.epochs, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t number = begin; number < end; ++number)
            m_epochs[static_cast<std::size_t>(number)] = drawEpoch(static_cast<int>(number));
    });
}

std::span<const SgdSample> SgdPlan::epoch(int number, std::vector<SgdSample>& scratch) const
{
    if (!m_epochs.empty())
        return m_epochs[static_cast<std::size_t>(number)];
    scratch = drawEpoch(number);
    return scratch;
}

// A random permutation says at which place of the epoch each rating stands, so in which batch; dealing the
// ratings out in their own order leaves every batch sorted.
std::vector<SgdSample> SgdPlan::drawEpoch(int number) const
{
    const std::size_t n = m_samples.size();
    std::vector<std::uint32_t> place(n);
    std::iota(place.begin(), place.end(), 0U);
    Random random = Random::forTask(m_seed, static_cast<std::uint64_t>(number));
    random.shuffle(place);
    std::vector<std::size_t> next((n + m_batch - 1) / m_batch);
    for (std::size_t b = 0; b < next.size(); ++b)
        next[b] = b * m_batch;
    std::vector<SgdSample> epoch(n);
    for (std::size_t row = 0; row < n; ++row)
        epoch[next[place[row] / m_batch]++] = m_samples[row];
    return epoch;
}

} // namespace representer
