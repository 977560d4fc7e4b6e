#include "core/trainers/mf_sgd.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace representer {

namespace {

using RowMatrixF = SgdPlan::RowMatrixF;
constexpr int negativesPerRating = 4;

void checkOptions(const RatingData& data, const MfSgdOptions& options)
{
    if (data.train.size() == 0)
        refuse("The dataset has no training ratings; import it with a training part.");
    if (options.dim < 1 || options.dim > 1000)
        refuse("dim must be between 1 and 1000.");
    if (options.batch < 1)
        refuse("batch must be at least 1.");
    if (options.epochs < 1)
        refuse("epochs must be at least 1.");
    if (!(options.rate >= 0))
        refuse("rate must be above 0.");
    if (!(options.momentum >= 0 && options.momentum < 1))
        refuse("momentum must be at least 0 and below 1.");
    if (!(options.mu >= 0))
        refuse("mu must be at least 0.");
    if (options.loss == Loss::SquaredHinge)
        refuse("Matrix factorisation knows the losses squared and logistic.");
    if (options.loss == Loss::Logistic && !data.scale.binary)
        refuse("The logistic loss needs implicit feedback (0 or 1); import with --binarize, or use the "
               "squared loss.");
}

// What an edit changes, found by user first: most users of a batch have no edited rating.
class EditedRatings {
public:
    EditedRatings(const RatingData& data, const TrainingEdit& edit, const RatingOffsets& offsets)
    {
        if (edit.empty())
            return;
        m_ofUser.resize(data.users.size());
        const auto add = [&](TrainIndex row, std::optional<double> value) {
            const auto r = static_cast<std::size_t>(row.value);
            const UserIndex user{data.train.users[r]};
            const ItemIndex item{data.train.items[r]};
            std::optional<float> target;
            if (value)
                target = static_cast<float>(*value) - static_cast<float>(offsets.at(user, item));
            m_ofUser[static_cast<std::size_t>(user.value)].push_back({item.value, target});
        };
        for (const auto& [row, value] : edit.relabelled)
            add(row, value);
        for (const TrainIndex row : edit.removed)
            add(row, std::nullopt);
    }

    bool touches(std::int32_t user) const
    {
        return !m_ofUser.empty() && !m_ofUser[static_cast<std::size_t>(user)].empty();
    }
    // The sample as the edit leaves it; false when it is removed.
    bool apply(SgdSample& sample) const
    {
        for (const auto& [item, target] : m_ofUser[static_cast<std::size_t>(sample.user)]) {
            if (item != sample.item)
                continue;
            if (!target)
                return false;
            sample.target = *target;
        }
        return true;
    }

private:
    std::vector<std::vector<std::pair<std::int32_t, std::optional<float>>>> m_ofUser;
};

// Factors of one side while training. A row holds its values and, beside them in memory, what pushes them:
// sgd: the velocity, to which the gradients of a batch are added; adam: the gradient of the batch.
struct Side {
    RowMatrixF rows;                // entities x 2 width
    std::vector<std::int32_t> step; // sgd: the step up to which a row is moved

    Side(const RowMatrixF& start, Eigen::Index width)
        : rows(RowMatrixF::Zero(start.rows(), 2 * width)), step(static_cast<std::size_t>(start.rows()))
    {
        rows.leftCols(start.cols()) = start;
    }
};

// One training in progress. All arrays are single precision: the noise of a batch is far above its rounding.
// K: compiled width, the factors padded with columns that stay zero; or Eigen::Dynamic.
template<int K>
class Run {
public:
    Run(const RatingData& data, const MfSgdOptions& options, const SgdPlan& plan, const TrainingEdit& edit)
        : m_data(data), m_options(options), m_plan(plan), m_edited(data, edit, plan.offsets()),
          m_width(K == Eigen::Dynamic ? options.dim : K), m_users(plan.users(), m_width),
          m_items(plan.items(), m_width), m_rate(static_cast<float>(options.rate)),
          m_decay(static_cast<float>(options.mu / static_cast<double>(data.train.size()))),
          m_index(options.negatives > 0 ? RatingIndex(data.train, data.users.size(), data.items.size())
                                        : RatingIndex())
    {
        if (adam()) {
            for (Side* side : {&m_users, &m_items})
                m_moments.push_back(RowMatrixF::Zero(side->rows.rows(), 2 * m_width));
            return;
        }
        const double decay = static_cast<double>(m_decay);
        Eigen::Matrix2d one;
        one << 1 - options.rate * decay, -options.rate, options.momentum * decay, options.momentum;
        Eigen::Matrix2d power = one;
        for (Eigen::Matrix2f& moves : m_moves) {
            moves = power.cast<float>();
            power = power * one;
        }
    }

    // Returns the mean loss of the epoch as seen while training.
    double epoch(int number, const TaskContext& context)
    {
        const std::span<const SgdSample> samples = m_plan.epoch(number, m_scratch);
        const auto batch = static_cast<std::size_t>(m_options.batch);
        double loss = 0;
        for (std::size_t begin = 0; begin < samples.size(); begin += batch) {
            if (begin / batch % 64 == 0)
                context.checkpoint("Training", number, m_options.epochs);
            const std::size_t count = std::min(samples.size() - begin, batch);
            const float scale = 1.0F / static_cast<float>(count);
            loss += push(samples.subspan(begin, count), scale);
            if (m_options.negatives > 0)
                pushNegatives(number, begin, count, scale);
            ++m_steps;
            if (adam())
                stepAdam();
        }
        return loss / static_cast<double>(samples.size());
    }

    RowMatrix users() const { return factors(m_users); }
    RowMatrix items() const { return factors(m_items); }

private:
    using Row = Eigen::Matrix<float, K, 1>;
    using Moves = std::array<Eigen::Matrix2f, 256>;

    bool adam() const { return m_options.optimizer == MfSgdOptions::Optimizer::Adam; }

    // A step of sgd is  (p, v) <- ((1 - rate decay) p - rate v, momentum decay p + momentum v), linear and
    // the same for all: a row that no batch touched for t steps is moved by the t-th power when it is needed
    // next.
    float* current(Side& side, std::int32_t entity) const
    {
        float* row = side.rows.data() + entity * 2 * m_width;
        std::int32_t& step = side.step[static_cast<std::size_t>(entity)];
        if (step == m_steps || adam())
            return row;
        Eigen::Map<Row> values(row, m_width);
        Eigen::Map<Row> velocity(row + m_width, m_width);
        for (std::int32_t left = m_steps - step; left > 0;) {
            const std::int32_t taken = std::min<std::int32_t>(left, std::tuple_size_v<Moves>);
            const Eigen::Matrix2f& move = m_moves[static_cast<std::size_t>(taken) - 1];
            const Row before = values;
            values = move(0, 0) * before + move(0, 1) * velocity;
            velocity = move(1, 0) * before + move(1, 1) * velocity;
            left -= taken;
        }
        step = m_steps;
        return row;
    }

    // Adds weight * l'(y, <U_u, V_i>) times the other side to the push of both; returns the summed loss.
    double push(std::span<const SgdSample> samples, float weight)
    {
        double loss = 0;
        for (auto next = samples.begin(); next != samples.end();) {
            const std::int32_t user = next->user;
            const bool edited = m_edited.touches(user);
            float* const row = current(m_users, user);
            const Row u = Eigen::Map<const Row>(row, m_width);
            Row sum = Row::Zero(m_width);
            for (; next != samples.end() && next->user == user; ++next) {
                SgdSample sample = *next;
                if (edited && !m_edited.apply(sample))
                    continue;
                float* const other = current(m_items, sample.item);
                const Eigen::Map<const Row> v(other, m_width);
                const float f = u.dot(v);
                float slope = f - sample.target;
                if (m_options.loss == Loss::Squared) {
                    loss += static_cast<double>(slope * slope / 2);
                } else {
                    const auto score = static_cast<double>(f);
                    const auto label = static_cast<double>(sample.target);
                    loss += lossValue(Loss::Logistic, score, label);
                    slope = static_cast<float>(lossSlope(Loss::Logistic, score, label));
                }
                slope *= weight;
                sum += slope * v;
                Eigen::Map<Row>(other + m_width, m_width) += slope * u;
            }
            Eigen::Map<Row>(row + m_width, m_width) += sum;
        }
        return loss;
    }

    // Uniform pairs, those of the training part passed over; weighed so that their expected sum is the sum
    // over all.
    void pushNegatives(int epochNumber, std::size_t begin, std::size_t count, float scale)
    {
        const double pairs =
            static_cast<double>(m_data.users.size()) * static_cast<double>(m_data.items.size());
        const double drawn = static_cast<double>(m_data.train.size()) * negativesPerRating;
        Random random = Random::forTask(m_options.seed + 1 + static_cast<std::uint64_t>(epochNumber), begin);
        m_negatives.clear();
        for (std::size_t draw = 0; draw < count * negativesPerRating; ++draw) {
            const UserIndex user{static_cast<std::int32_t>(random.below(m_data.users.size()))};
            const ItemIndex item{static_cast<std::int32_t>(random.below(m_data.items.size()))};
            if (!m_index.find(m_data.train, user, item))
                m_negatives.push_back({user.value, item.value, 0});
        }
        push(m_negatives, static_cast<float>(m_options.negatives * pairs / drawn) * scale);
    }

    void stepAdam()
    {
        constexpr float beta1 = 0.9F;
        constexpr float beta2 = 0.999F;
        const float rate = m_rate / (1 - std::pow(beta1, static_cast<float>(m_steps)));
        const float correct = 1 / (1 - std::pow(beta2, static_cast<float>(m_steps)));
        for (std::size_t s = 0; s < 2; ++s) {
            RowMatrixF& rows = (s == 0 ? m_users : m_items).rows;
            for (Eigen::Index r = 0; r < rows.rows(); ++r) {
                Eigen::Map<Eigen::Array<float, K, 1>> values(rows.row(r).data(), m_width);
                Eigen::Map<Eigen::Array<float, K, 1>> gradient(values.data() + m_width, m_width);
                Eigen::Map<Eigen::Array<float, K, 1>> first(m_moments[s].row(r).data(), m_width);
                Eigen::Map<Eigen::Array<float, K, 1>> second(first.data() + m_width, m_width);
                gradient += m_decay * values;
                first = beta1 * first + (1 - beta1) * gradient;
                second = beta2 * second + (1 - beta2) * gradient.square();
                values -= rate * first / ((correct * second).sqrt() + 1e-8F);
                gradient.setZero();
            }
        }
    }

    // Of a copy: moving rows now would round differently than moving them when they are needed, and a
    // training that keeps checkpoints must end where one without does.
    RowMatrix factors(Side side) const
    {
        for (Eigen::Index entity = 0; entity < side.rows.rows(); ++entity)
            current(side, static_cast<std::int32_t>(entity));
        return side.rows.leftCols(m_options.dim).template cast<double>();
    }

    const RatingData& m_data;
    const MfSgdOptions& m_options;
    const SgdPlan& m_plan;
    EditedRatings m_edited;
    Eigen::Index m_width;
    Side m_users;
    Side m_items;
    float m_rate;
    float m_decay;
    Moves m_moves;                     // sgd: powers 1, 2, ... of a step
    std::vector<RowMatrixF> m_moments; // adam: first and second of users and of items
    RatingIndex m_index;               // to pass over observed pairs when drawing negatives
    std::vector<SgdSample> m_negatives;
    std::vector<SgdSample> m_scratch;
    std::int32_t m_steps = 0;
};

template<int K>
FactorResult trained(const RatingData& data, const MfSgdOptions& options, const SgdPlan& plan,
                     const TrainingEdit& edit, const TaskContext& context)
{
    Run<K> run(data, options, plan, edit);
    FactorResult result;
    FactorModel& model = result.model;
    const int kept = std::min(options.checkpoints, options.epochs);
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        result.report.trace.push_back(run.epoch(epoch, context));
        context.stepped(result.report.trace.back());
        // Checkpoint c of `kept` stands after epoch ceil(c * epochs / kept).
        const int reached = (epoch + 1) * kept / options.epochs;
        if (kept > 0 && reached > epoch * kept / options.epochs)
            model.checkpoints.push_back({epoch + 1, options.rate, run.users(), run.items()});
    }
    model.users = run.users();
    model.items = run.items();
    return result;
}

} // namespace

FactorResult runMfSgd(const RatingData& data, const MfSgdOptions& given, const SgdPlan& plan,
                      const TrainingEdit& edit, const TaskContext& context)
{
    const Stopwatch watch;
    MfSgdOptions options = given;
    if (options.rate == 0)
        options.rate = options.optimizer == MfSgdOptions::Optimizer::Sgd ? 4.0 : 0.01;
    const auto run = options.dim <= 8    ? trained<8>
                     : options.dim <= 16 ? trained<16>
                     : options.dim <= 32 ? trained<32>
                     : options.dim <= 64 ? trained<64>
                                         : trained<Eigen::Dynamic>;
    FactorResult result = run(data, options, plan, edit, context);
    FactorModel& model = result.model;
    model.origin = FactorModel::Origin::PlainMf;
    model.loss = options.loss;
    model.negativesWeight = options.negatives;
    model.penalty = options.mu;
    model.offsets = plan.offsets();
    if (!model.users.allFinite() || !model.items.allFinite())
        throw Error(Error::Kind::Numerical, "The training diverged; use a smaller rate or a larger batch.");
    result.report.stop = Stop::Epochs;
    result.report.iterations = options.epochs;
    result.report.objective = result.report.trace.back();
    result.report.seconds = watch.seconds();
    return result;
}

FactorResult trainMfSgd(const RatingData& data, const MfSgdOptions& options, const TaskContext& context)
{
    checkOptions(data, options);
    const Stopwatch watch;
    const SgdPlan plan(data, options);
    FactorResult result = runMfSgd(data, options, plan, {}, context);
    result.report.seconds = watch.seconds();
    return result;
}

} // namespace representer
