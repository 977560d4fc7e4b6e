#include "core/trainers/tower_run.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

namespace representer {

namespace {

constexpr std::size_t blockUsers = 128; // users per parallel block of a batch: its activations fit a core's cache
constexpr double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8; // Adam's usual ones

// Streams of the seed; steps and users are counted in the low bits.
enum class Stream : std::uint64_t { Initial = 1, Order = 2, Dropout = 3 };

Random stream(std::uint64_t seed, Stream purpose, std::uint64_t index)
{
    return Random::forTask(seed + 0x9e3779b97f4a7c15ull * static_cast<std::uint64_t>(purpose), index);
}

Eigen::MatrixXf normalMatrix(Random& random, Eigen::Index rows, Eigen::Index columns, double deviation)
{
    Eigen::MatrixXf result(rows, columns);
    for (float& value : result.reshaped())
        value = static_cast<float>(deviation * random.normal());
    return result;
}

// 0 or `scale` for each unit of a layer, the latter with probability `keep`: sixteen random bits a unit.
void drawMask(Random& random, double keep, float scale, Eigen::VectorXf& factors)
{
    constexpr Eigen::Index units = 64; // drawn at a time
    const auto threshold = static_cast<std::int32_t>(keep * 65536);
    std::array<std::uint64_t, units / 4> words{};
    std::array<std::uint16_t, units> bits{};
    for (Eigen::Index begin = 0; begin < factors.size(); begin += units) {
        const Eigen::Index count = std::min(units, factors.size() - begin);
        for (Eigen::Index w = 0; 4 * w < count; ++w)
            words[static_cast<std::size_t>(w)] = random.next();
        std::memcpy(bits.data(), words.data(), sizeof words);
        float* out = factors.data() + begin;
        for (Eigen::Index r = 0; r < count; ++r)
            out[r] = bits[static_cast<std::size_t>(r)] < threshold ? scale : 0.0F;
    }
}

} // namespace

TowerRun::Adam::Adam(Columns start)
    : values(std::move(start)), first(Columns::Zero(values.rows(), values.cols())),
      second(Columns::Zero(values.rows(), values.cols()))
{
}

template<class Gradient>
void TowerRun::Adam::step(Eigen::Index column, const Gradient& gradient, const AdamStep& by)
{
    auto m = first.col(column).array();
    auto v = second.col(column).array();
    m = float(beta1) * m + float(1 - beta1) * gradient.array();
    v = float(beta2) * v + float(1 - beta2) * gradient.array().square();
    values.col(column).array() -= by.rate * m / (v.sqrt() + by.epsilon);
}

TowerRun::TowerRun(const RatingData& data, const TwoTowerOptions& options, const TrainingEdit& edit)
    : m_data(data), m_options(options), m_allPairs(options.negatives > 0)
{
    const RatingPart& part = data.train;
    std::vector<float> values = part.values;
    for (const auto& [row, value] : edit.relabelled)
        values[static_cast<std::size_t>(row.value)] = static_cast<float>(value);
    if (options.mean && part.size() > 0)
        m_offsets.mean =
            std::accumulate(part.values.begin(), part.values.end(), 0.0) / static_cast<double>(part.size());

    const std::size_t items = data.items.size();
    const auto sampleOf = [&](std::size_t row) {
        return m_allPairs ? static_cast<std::size_t>(part.users[row]) * items +
                                static_cast<std::size_t>(part.items[row])
                          : row;
    };
    const std::size_t samples = m_allPairs ? data.users.size() * items : part.size();
    m_state.assign(samples, Sample::Unobserved);
    m_targets.assign(samples, static_cast<float>(-m_offsets.mean));
    for (std::size_t row = 0; row < part.size(); ++row) {
        m_state[sampleOf(row)] = Sample::Observed;
        m_targets[sampleOf(row)] = values[row] - static_cast<float>(m_offsets.mean);
    }
    for (const TrainIndex row : edit.removed)
        m_state[sampleOf(static_cast<std::size_t>(row.value))] = Sample::Removed;
    m_order.resize(samples);

    // He's initialisation for the layers; small item embeddings, so that training starts from predictions
    // near 0.
    Random random = stream(options.seed, Stream::Initial, 0);
    m_users = Adam(normalMatrix(random, options.dim, static_cast<Eigen::Index>(data.users.size()), 1.0));
    Eigen::Index width = options.dim;
    for (const int next : options.hidden) {
        const double deviation = std::sqrt(2.0 / static_cast<double>(width));
        m_layers.push_back({normalMatrix(random, next, width, deviation), Eigen::VectorXf::Zero(next)});
        m_weights.emplace_back(m_layers.back().weights);
        m_bias.emplace_back(Columns(m_layers.back().bias));
        width = next;
    }
    m_items = Adam(normalMatrix(random, width, static_cast<Eigen::Index>(items),
                                0.1 / std::sqrt(static_cast<double>(width))));
    m_itemGradients = Columns::Zero(width, static_cast<Eigen::Index>(items));
    m_itemSeen.assign(items, 0);
}

std::int32_t TowerRun::userOf(std::int32_t sample) const
{
    return m_allPairs ? sample / static_cast<std::int32_t>(m_data.items.size())
                      : m_data.train.users[static_cast<std::size_t>(sample)];
}

std::int32_t TowerRun::itemOf(std::int32_t sample) const
{
    return m_allPairs ? sample % static_cast<std::int32_t>(m_data.items.size())
                      : m_data.train.items[static_cast<std::size_t>(sample)];
}

// The samples of a batch that are still there, by user: samples are numbered by user, so sorting groups them,
// and the tower is evaluated once per user.
void TowerRun::gather(std::span<const std::int32_t> batch)
{
    m_samples.clear();
    for (const std::int32_t sample : batch)
        if (m_state[static_cast<std::size_t>(sample)] != Sample::Removed)
            m_samples.push_back(sample);
    std::sort(m_samples.begin(), m_samples.end());
    m_ranges.clear();
    for (std::size_t s = 0; s < m_samples.size(); ++s) {
        const auto place = static_cast<std::int32_t>(s);
        const std::int32_t user = userOf(m_samples[s]);
        if (m_ranges.empty() || m_ranges.back().user != user)
            m_ranges.push_back({user, place, place});
        m_ranges.back().end = place + 1;
    }
    // Fetched here in one loop, whose cache misses overlap; the loops over the samples would wait for each.
    m_batchItems.resize(m_samples.size());
    m_batchTargets.resize(m_samples.size());
    for (std::size_t s = 0; s < m_samples.size(); ++s) {
        m_batchItems[s] = itemOf(m_samples[s]);
        m_batchTargets[s] = m_targets[static_cast<std::size_t>(m_samples[s])];
    }
    m_slopes.resize(m_samples.size());
    const auto users = static_cast<Eigen::Index>(m_ranges.size());
    m_outputs.resize(m_items.values.rows(), users);
    m_userGradients.resize(m_users.values.rows(), users);
    while (m_blocks.size() * blockUsers < m_ranges.size())
        m_blocks.push_back({TowerBatch<Layer>(m_layers.size()), std::vector<Columns>(m_layers.size()),
                            std::vector<Eigen::VectorXf>(m_layers.size()), 0});
}

// Users begin .. end of the batch: tower, scores, slopes and the way back. share: weight of a sample in the
// mean loss.
void TowerRun::runBlock(Block& block, std::size_t begin, std::size_t end, float share)
{
    const auto count = static_cast<Eigen::Index>(end - begin);
    Columns& input = block.tower.input();
    input.resize(m_users.values.rows(), count);
    for (Eigen::Index c = 0; c < count; ++c)
        input.col(c) = m_users.values.col(m_ranges[begin + static_cast<std::size_t>(c)].user);

    // One stream per user and step: what is drawn depends on nothing else in the batch.
    std::vector<Random> streams;
    if (m_options.dropout > 0)
        for (Eigen::Index c = 0; c < count; ++c)
            streams.push_back(
                stream(m_options.seed, Stream::Dropout,
                       m_steps * m_data.users.size() +
                           static_cast<std::uint64_t>(m_ranges[begin + static_cast<std::size_t>(c)].user)));
    const double keep = 1 - m_options.dropout;
    const auto scale = static_cast<float>(1 / keep);
    block.tower.forward(m_layers, scale, [&](std::size_t, Eigen::Index c, Eigen::VectorXf& factors) {
        if (!streams.empty())
            drawMask(streams[static_cast<std::size_t>(c)], keep, scale, factors);
    });

    const Columns& output = block.tower.output();
    Columns& gradient = block.tower.outputGradient();
    gradient.setZero(output.rows(), count);
    block.loss = 0;
    for (Eigen::Index c = 0; c < count; ++c) {
        const UserRange& range = m_ranges[begin + static_cast<std::size_t>(c)];
        for (auto s = static_cast<std::size_t>(range.begin); s < static_cast<std::size_t>(range.end); ++s) {
            const auto item = m_items.values.col(m_batchItems[s]);
            const double f = static_cast<double>(output.col(c).dot(item));
            const double y = static_cast<double>(m_batchTargets[s]);
            const bool observed =
                !m_allPairs || m_state[static_cast<std::size_t>(m_samples[s])] == Sample::Observed;
            const double weight = observed ? 1.0 : m_options.negatives;
            block.loss += weight * lossValue(m_options.loss, f, y);
            const float slope = share * static_cast<float>(weight * lossSlope(m_options.loss, f, y));
            m_slopes[s] = slope;
            gradient.col(c) += slope * item;
        }
    }
    m_outputs.middleCols(static_cast<Eigen::Index>(begin), count) = output;
    m_userGradients.middleCols(static_cast<Eigen::Index>(begin), count) =
        block.tower.backward(m_layers);
    for (std::size_t l = 0; l < m_layers.size(); ++l) {
        block.weights[l].noalias() = block.tower.delta(l) * block.tower.inputOf(l).transpose();
        block.bias[l] = block.tower.delta(l).rowwise().sum();
    }
}

// One Adam step on the layers and on the users and items of the batch; sums in a fixed order.
void TowerRun::descend(std::size_t blocks)
{
    const auto t = static_cast<double>(++m_steps);
    const double root = std::sqrt(1 - std::pow(beta2, t));
    const AdamStep by{static_cast<float>(m_options.rate * root / (1 - std::pow(beta1, t))),
                      static_cast<float>(epsilon * root)};
    for (std::size_t l = 0; l < m_layers.size(); ++l) {
        Columns weights = m_blocks[0].weights[l];
        Eigen::VectorXf bias = m_blocks[0].bias[l];
        for (std::size_t b = 1; b < blocks; ++b) {
            weights += m_blocks[b].weights[l];
            bias += m_blocks[b].bias[l];
        }
        for (Eigen::Index c = 0; c < weights.cols(); ++c)
            m_weights[l].step(c, weights.col(c), by);
        m_bias[l].step(0, bias, by);
        m_layers[l].weights = m_weights[l].values;
        m_layers[l].bias = m_bias[l].values.col(0);
    }
    m_touchedItems.clear();
    for (std::size_t r = 0; r < m_ranges.size(); ++r) {
        const auto place = static_cast<Eigen::Index>(r);
        m_users.step(m_ranges[r].user, m_userGradients.col(place), by);
        const auto end = static_cast<std::size_t>(m_ranges[r].end);
        for (auto s = static_cast<std::size_t>(m_ranges[r].begin); s < end; ++s) {
            const std::int32_t item = m_batchItems[s];
            m_itemGradients.col(item) += m_slopes[s] * m_outputs.col(place);
            if (!std::exchange(m_itemSeen[static_cast<std::size_t>(item)], 1))
                m_touchedItems.push_back(item);
        }
    }
    for (const std::int32_t item : m_touchedItems) {
        m_items.step(item, m_itemGradients.col(item), by);
        m_itemGradients.col(item).setZero();
        m_itemSeen[static_cast<std::size_t>(item)] = 0;
    }
}

// The loss of a batch, after a step on it. A removed sample leaves a gap: the others keep their weight.
double TowerRun::step(std::span<const std::int32_t> batch)
{
    gather(batch);
    if (m_samples.empty()) {
        ++m_steps;
        return 0;
    }
    const float share = 1 / static_cast<float>(batch.size());
    parallelBlocks(static_cast<std::int64_t>(m_ranges.size()), blockUsers,
                   [&](std::int64_t begin, std::int64_t end) {
                       runBlock(m_blocks[static_cast<std::size_t>(begin) / blockUsers],
                                static_cast<std::size_t>(begin), static_cast<std::size_t>(end), share);
                   });
    const std::size_t blocks = (m_ranges.size() + blockUsers - 1) / blockUsers;
    descend(blocks);
    double loss = 0;
    for (std::size_t b = 0; b < blocks; ++b)
        loss += m_blocks[b].loss;
    return loss;
}

double TowerRun::epoch(int number, const TaskContext& context)
{
    std::iota(m_order.begin(), m_order.end(), 0);
    stream(m_options.seed, Stream::Order, static_cast<std::uint64_t>(number)).shuffle(m_order);
    const auto batch = static_cast<std::size_t>(m_options.batch);
    double loss = 0;
    for (std::size_t begin = 0; begin < m_order.size(); begin += batch) {
        context.throwIfStopped();
        loss += step(std::span(m_order).subspan(begin, std::min(batch, m_order.size() - begin)));
    }
    loss /= static_cast<double>(std::max<std::size_t>(m_order.size(), 1));
    if (!std::isfinite(loss))
        throw Error(Error::Kind::Numerical, "The training diverged in epoch " + std::to_string(number + 1) +
                                                "; lower the learning rate.");
    return loss;
}

TwoTowerWeights TowerRun::weights() const
{
    TwoTowerWeights result;
    result.userEmbeddings = m_users.values.transpose().cast<double>();
    result.itemEmbeddings = m_items.values.transpose().cast<double>();
    for (const Layer& layer : m_layers)
        result.layers.push_back({layer.weights.cast<double>(), layer.bias.cast<double>()});
    return result;
}

std::size_t TowerRun::bytes() const
{
    const auto embeddings = static_cast<std::size_t>(m_users.values.size() + m_items.values.size());
    return embeddings * 4 * sizeof(float) +
           m_state.size() * (sizeof(Sample) + sizeof(float) + sizeof(std::int32_t));
}

} // namespace representer
