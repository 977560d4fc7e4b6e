#include "core/trainers/tower_run.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/base/random_lanes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

namespace representer {

namespace {

constexpr std::size_t blockUsers = 256; // users per parallel block of a batch: few gradients to add up
constexpr std::size_t ahead = 2;        // entities whose values and moments are asked for early
constexpr double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8; // Adam's usual ones

// Streams of the seed; steps and users are counted in the low bits.
enum class Stream : std::uint64_t { Initial = 1, Order = 2, Dropout = 3 };

std::uint64_t streamSeed(std::uint64_t seed, Stream purpose)
{
    return seed + 0x9e3779b97f4a7c15ull * static_cast<std::uint64_t>(purpose);
}

Random stream(std::uint64_t seed, Stream purpose, std::uint64_t index)
{
    return Random::forTask(streamSeed(seed, purpose), index);
}

Eigen::MatrixXf normalMatrix(Random& random, Eigen::Index rows, Eigen::Index columns, double deviation)
{
    Eigen::MatrixXf result(rows, columns);
    for (float& value : result.reshaped())
        value = static_cast<float>(deviation * random.normal());
    return result;
}

// 0 or `scale` for each unit of a layer, the latter with probability `keep`: sixteen random bits a unit.
void setFactors(const std::uint64_t* words, double keep, float scale, Eigen::VectorXf& factors)
{
    constexpr Eigen::Index units = 16; // at a time: so many 16-bit numbers are known not to be the factors
    const auto threshold = static_cast<std::int32_t>(keep * 65536);
    std::array<std::uint16_t, units> bits{};
    for (Eigen::Index begin = 0; begin < factors.size(); begin += units) {
        std::memcpy(bits.data(), words + begin / 4, sizeof bits);
        float* out = factors.data() + begin;
        for (Eigen::Index r = 0; r < units; ++r)
            out[r] = bits[static_cast<std::size_t>(r)] < threshold ? scale : 0.0F;
    }
}

} // namespace

TowerRun::Adam::Adam(const Columns& start) : m_columns(Columns::Zero(3 * start.rows(), start.cols()))
{
    m_columns.topRows(start.rows()) = start;
}

// Line by line, so that nothing is read twice.
void TowerRun::Adam::step(Eigen::Index column, const float* gradient, const AdamStep& by)
{
    using Line = Eigen::Array<float, Pack<float>::line, 1>;
    const Eigen::Index rows = width();
    float* const place = &m_columns(0, column);
    for (Eigen::Index r = 0; r < rows; r += Line::SizeAtCompileTime) {
        Eigen::Map<Line> value(place + r), first(place + rows + r), second(place + 2 * rows + r);
        const Line g = Eigen::Map<const Line>(gradient + r);
        const Line m = float(beta1) * first + float(1 - beta1) * g;
        const Line v = float(beta2) * second + float(1 - beta2) * g.square();
        first = m;
        second = v;
        value -= by.rate * m / (v.sqrt() + by.epsilon);
    }
}

void TowerRun::Block::start(const std::vector<TowerLayer<float>>& layers)
{
    loss = 0;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const Columns& weights = l == 0 ? layers[l].transposed : layers[l].weights;
        gradients[l].weights.setZero(weights.rows(), weights.cols());
        gradients[l].bias.setZero(layers[l].bias.size());
    }
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
    m_state.assign(samples, State::Unobserved);
    m_targets.assign(samples, static_cast<float>(-m_offsets.mean));
    for (std::size_t row = 0; row < part.size(); ++row) {
        m_state[sampleOf(row)] = State::Observed;
        m_targets[sampleOf(row)] = values[row] - static_cast<float>(m_offsets.mean);
    }
    for (const TrainIndex row : edit.removed)
        m_state[sampleOf(static_cast<std::size_t>(row.value))] = State::Removed;
    m_order.resize(samples);

    // He's initialisation for the layers; small item embeddings, so that training starts from predictions
    // near 0.
    Random random = stream(options.seed, Stream::Initial, 0);
    const auto drawn = [&](Eigen::Index rows, Eigen::Index columns, double deviation) {
        return paddedRows<float>(normalMatrix(random, rows, columns, deviation), columns);
    };
    m_users = Adam(drawn(options.dim, static_cast<Eigen::Index>(data.users.size()), 1.0));
    Eigen::Index width = options.dim;
    m_words.push_back(0);
    for (const int next : options.hidden) {
        const Columns weights =
            normalMatrix(random, next, width, std::sqrt(2.0 / static_cast<double>(width)));
        m_weights.emplace_back(paddedRows<float>(weights, packedWidth(width)));
        m_bias.emplace_back(Columns::Zero(packedWidth(next), 1));
        m_layers.emplace_back().set(m_weights.back().values(), m_bias.back().values());
        if (m_layers.size() < options.hidden.size())
            m_words.push_back(m_words.back() + static_cast<std::size_t>(packedWidth(next)) / 4);
        width = next;
    }
    m_items =
        Adam(drawn(width, static_cast<Eigen::Index>(items), 0.1 / std::sqrt(static_cast<double>(width))));
    m_itemEnd.assign(items, 0);
}

TowerRun::Sample TowerRun::sample(std::size_t number) const
{
    const float weight = m_state[number] == State::Observed ? 1.0F : static_cast<float>(m_options.negatives);
    const std::size_t items = m_data.items.size();
    if (m_allPairs)
        return {static_cast<std::int32_t>(number / items), static_cast<std::int32_t>(number % items),
                m_targets[number], weight};
    return {m_data.train.users[number], m_data.train.items[number], m_targets[number], weight};
}

// Cuts a random permutation of the samples into batches. Samples are numbered by user: dealing them out in
// their own order leaves every batch grouped by user. Copies, so that an epoch reads memory in one direction.
void TowerRun::drawOrder(int number)
{
    const auto batch = static_cast<std::size_t>(m_options.batch);
    std::vector<std::uint32_t> order(m_order.size()), batchOf(m_order.size());
    std::iota(order.begin(), order.end(), 0U);
    stream(m_options.seed, Stream::Order, static_cast<std::uint64_t>(number)).shuffle(order);
    m_ends.clear();
    for (std::size_t begin = 0; begin < order.size(); begin += batch) {
        for (std::size_t p = begin; p < std::min(begin + batch, order.size()); ++p)
            batchOf[order[p]] = static_cast<std::uint32_t>(m_ends.size());
        m_ends.push_back(begin);
    }
    for (std::size_t s = 0; s < batchOf.size(); ++s)
        if (m_state[s] != State::Removed)
            m_order[m_ends[batchOf[s]]++] = sample(s);
}

// Finds the users of the batch: the tower is evaluated once for each.
void TowerRun::gather()
{
    m_ranges.clear();
    m_rangeOf.resize(m_batch.size());
    for (std::size_t s = 0; s < m_batch.size(); ++s) {
        const auto place = static_cast<std::int32_t>(s);
        if (m_ranges.empty() || m_ranges.back().user != m_batch[s].user)
            m_ranges.push_back({m_batch[s].user, place, place});
        m_ranges.back().end = place + 1;
        m_rangeOf[s] = static_cast<std::int32_t>(m_ranges.size()) - 1;
    }
    m_slopes.resize(m_batch.size());
    const auto users = static_cast<Eigen::Index>(m_ranges.size());
    m_outputs.resize(m_items.width(), users);
    m_userGradients.resize(m_users.width(), users);
    while (m_blocks.size() * blockUsers < m_ranges.size())
        m_blocks.push_back({TowerBatch<float>(m_layers), std::vector<LayerGradient<float>>(m_layers.size()),
                            std::vector<std::uint64_t>(), 0});
}

// A counting sort: the samples of an item stand together, in the order of the batch.
void TowerRun::groupByItem()
{
    m_touchedItems.clear();
    for (const Sample& sample : m_batch)
        if (m_itemEnd[static_cast<std::size_t>(sample.item)]++ == 0)
            m_touchedItems.push_back(sample.item);
    std::int32_t begin = 0;
    for (const std::int32_t item : m_touchedItems)
        begin += std::exchange(m_itemEnd[static_cast<std::size_t>(item)], begin);
    m_byItem.resize(m_batch.size());
    for (std::size_t s = 0; s < m_batch.size(); ++s) {
        const auto item = static_cast<std::size_t>(m_batch[s].item);
        m_byItem[static_cast<std::size_t>(m_itemEnd[item]++)] = static_cast<std::int32_t>(s);
    }
}

// One stream per user and step: what is drawn depends on nothing else in the batch.
void TowerRun::drawBits(Block& block, std::span<const UserRange> users) const
{
    const std::size_t words = m_words.back();
    std::array<std::uint64_t, RandomLanes::lanes> indices{};
    block.bits.resize((users.size() + indices.size()) * words);
    for (std::size_t first = 0; first < users.size(); first += indices.size()) {
        const std::size_t count = std::min(indices.size(), users.size() - first);
        for (std::size_t i = 0; i < count; ++i)
            indices[i] = m_steps * m_data.users.size() + static_cast<std::uint64_t>(users[first + i].user);
        RandomLanes random(streamSeed(m_options.seed, Stream::Dropout), indices);
        std::uint64_t* out = block.bits.data() + first * words;
        for (std::size_t w = 0; w < words; ++w) {
            const RandomLanes::Words drawn = random.next();
            for (std::size_t i = 0; i < indices.size(); ++i)
                out[i * words + w] = drawn[i];
        }
    }
}

// Scores of one user's samples, and their slopes; adds the loss's derivative by the tower's output to
// `gradient` and returns the loss.  output, gradient: k. share: weight of a sample in the mean loss.
double TowerRun::score(const float* output, const UserRange& range, float share, float* gradient)
{
    const Eigen::Index width = m_items.width();
    double loss = 0;
    for (auto s = static_cast<std::size_t>(range.begin); s < static_cast<std::size_t>(range.end); ++s) {
        if (s + prefetchDistance < m_batch.size())
            prefetchRow(m_items.values(m_batch[s + prefetchDistance].item), width);
        const auto& [user, item, target, weight] = m_batch[s];
        const float* values = m_items.values(item);
        const float f = dot(output, values, width);
        float slope = f - target;
        if (m_options.loss == Loss::Squared) {
            loss += static_cast<double>(weight * slope * slope / 2);
        } else {
            const auto [f64, y] = std::pair(static_cast<double>(f), static_cast<double>(target));
            loss += static_cast<double>(weight) * lossValue(m_options.loss, f64, y);
            slope = static_cast<float>(lossSlope(m_options.loss, f64, y));
        }
        m_slopes[s] = share * weight * slope;
        addScaled(gradient, m_slopes[s], values, width);
    }
    return loss;
}

// Users begin .. end of the batch, at most TowerBatch::most: tower, scores, slopes and the way back.
void TowerRun::runUsers(Block& block, std::size_t begin, std::size_t end, float share)
{
    const std::span<const UserRange> users = std::span(m_ranges).subspan(begin, end - begin);
    const auto count = static_cast<Eigen::Index>(users.size());
    for (const UserRange& range : users)
        prefetchRow(m_users.values(range.user), m_users.width());
    if (m_options.dropout > 0)
        drawBits(block, users);
    for (Eigen::Index c = 0; c < count; ++c)
        std::copy_n(m_users.values(users[static_cast<std::size_t>(c)].user), m_users.width(),
                    block.tower.input().col(c).data());
    const double keep = 1 - m_options.dropout;
    const auto scale = static_cast<float>(1 / keep);
    block.tower.forward(m_layers, count, scale, [&](std::size_t l, Eigen::Index c, Eigen::VectorXf& factors) {
        if (m_options.dropout > 0)
            setFactors(block.bits.data() + static_cast<std::size_t>(c) * m_words.back() + m_words[l], keep,
                       scale, factors);
    });

    const Columns& output = block.tower.output();
    Columns& gradient = block.tower.outputGradient();
    gradient.setZero();
    for (Eigen::Index c = 0; c < count; ++c) {
        const UserRange& range = users[static_cast<std::size_t>(c)];
        block.loss += score(output.col(c).data(), range, share, gradient.col(c).data());
    }
    m_outputs.middleCols(static_cast<Eigen::Index>(begin), count) = output.leftCols(count);
    m_userGradients.middleCols(static_cast<Eigen::Index>(begin), count) =
        block.tower.backward(m_layers).leftCols(count);
    block.tower.addGradients(block.gradients);
}

// One Adam step on the layers and on the users and items of the batch; sums in a fixed order.
void TowerRun::descend(std::size_t blocks)
{
    const auto t = static_cast<double>(++m_steps);
    const double root = std::sqrt(1 - std::pow(beta2, t));
    const AdamStep by{static_cast<float>(m_options.rate * root / (1 - std::pow(beta1, t))),
                      static_cast<float>(epsilon * root)};
    for (std::size_t l = 0; l < m_layers.size(); ++l) {
        LayerGradient<float> sum = m_blocks[0].gradients[l];
        for (std::size_t b = 1; b < blocks; ++b) {
            sum.weights += m_blocks[b].gradients[l].weights;
            sum.bias += m_blocks[b].gradients[l].bias;
        }
        if (l == 0)
            sum.weights = sum.weights.transpose().eval();
        for (Eigen::Index c = 0; c < sum.weights.cols(); ++c)
            m_weights[l].step(c, sum.weights.col(c).data(), by);
        m_bias[l].step(0, sum.bias.data(), by);
        m_layers[l].set(m_weights[l].values(), m_bias[l].values());
    }
    for (std::size_t r = 0; r < m_ranges.size(); ++r) {
        if (r + ahead < m_ranges.size())
            m_users.prefetch(m_ranges[r + ahead].user);
        m_users.step(m_ranges[r].user, m_userGradients.col(static_cast<Eigen::Index>(r)).data(), by);
    }

    groupByItem();
    Eigen::VectorXf gradient(m_items.width());
    std::int32_t place = 0;
    for (std::size_t i = 0; i < m_touchedItems.size(); ++i) {
        const std::int32_t item = m_touchedItems[i];
        if (i + ahead < m_touchedItems.size())
            m_items.prefetch(m_touchedItems[i + ahead]);
        gradient.setZero();
        for (const std::int32_t end = std::exchange(m_itemEnd[static_cast<std::size_t>(item)], 0);
             place < end; ++place) {
            const auto s = static_cast<std::size_t>(m_byItem[static_cast<std::size_t>(place)]);
            addScaled(gradient.data(), m_slopes[s], &m_outputs(0, m_rangeOf[s]), gradient.size());
        }
        m_items.step(item, gradient.data(), by);
    }
}

// The loss of a batch, after a step on it. share: weight of a sample in the mean loss; the same when others
// were removed from the batch.
double TowerRun::step(std::span<const Sample> batch, float share)
{
    if (batch.empty()) {
        ++m_steps;
        return 0;
    }
    m_batch = batch;
    gather();
    parallelBlocks(
        static_cast<std::int64_t>(m_ranges.size()), blockUsers, [&](std::int64_t begin, std::int64_t end) {
            Block& block = m_blocks[static_cast<std::size_t>(begin) / blockUsers];
            block.start(m_layers);
            for (; begin < end; begin += TowerBatch<float>::most)
                runUsers(block, static_cast<std::size_t>(begin),
                         static_cast<std::size_t>(std::min(begin + TowerBatch<float>::most, end)), share);
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
    drawOrder(number);
    const auto batch = static_cast<std::size_t>(m_options.batch);
    double loss = 0;
    for (std::size_t b = 0; b < m_ends.size(); ++b) {
        context.throwIfStopped();
        const std::size_t begin = b * batch;
        const float share = 1 / static_cast<float>(std::min(batch, m_order.size() - begin));
        loss += step(std::span(m_order).subspan(begin, m_ends[b] - begin), share);
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
    result.userEmbeddings = m_users.values().topRows(m_options.dim).transpose().cast<double>();
    Eigen::Index width = m_options.dim;
    for (std::size_t l = 0; l < m_layers.size(); ++l) {
        const Eigen::Index next = m_options.hidden[l];
        result.layers.push_back({m_layers[l].weights.topLeftCorner(next, width).cast<double>(),
                                 m_layers[l].bias.head(next).cast<double>()});
        width = next;
    }
    result.itemEmbeddings = m_items.values().topRows(width).transpose().cast<double>();
    return result;
}

std::size_t TowerRun::bytes() const
{
    return (m_users.size() + m_items.size()) * sizeof(float) +
           m_state.size() * (sizeof(State) + sizeof(float) + sizeof(Sample) + 2 * sizeof(std::uint32_t));
}

} // namespace representer
