#include "core/trainers/mf_sgd.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace representer {

namespace {

using RowMatrixF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
constexpr double startDeviation = 0.1;
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

// One training in progress. All arrays are single precision: the noise of a batch is far above its rounding.
class Run {
public:
    Run(const RatingData& data, const MfSgdOptions& options, const SgdPlan& plan, const TrainingEdit& edit)
        : m_data(data), m_options(options), m_plan(plan), m_users(plan.users), m_items(plan.items),
          m_index(options.negatives > 0 ? RatingIndex(data.train, data.users.size(), data.items.size())
                                        : RatingIndex()),
          m_target(data.train.size())
    {
        for (std::size_t row = 0; row < m_target.size(); ++row)
            m_target[row] = data.train.values[row] - offset(data.train.users[row], data.train.items[row]);
        for (const auto& [row, value] : edit.relabelled) {
            const auto r = static_cast<std::size_t>(row.value);
            m_target[r] = static_cast<float>(value) - offset(data.train.users[r], data.train.items[r]);
        }
        if (!edit.removed.empty()) {
            m_removed.assign(data.train.size(), 0);
            for (const TrainIndex row : edit.removed)
                m_removed[static_cast<std::size_t>(row.value)] = 1;
        }
        m_rate = static_cast<float>(options.rate > 0                                    ? options.rate
                                    : options.optimizer == MfSgdOptions::Optimizer::Sgd ? 4.0
                                                                                        : 0.01);
        m_userPush = RowMatrixF::Zero(m_users.rows(), m_users.cols());
        m_itemPush = RowMatrixF::Zero(m_items.rows(), m_items.cols());
    }

    float rate() const { return m_rate; }
    const RowMatrixF& users() const { return m_users; }
    const RowMatrixF& items() const { return m_items; }

    // Returns the mean loss of the epoch as seen while training.
    double epoch(int number, const TaskContext& context)
    {
        const auto& order = m_plan.order[static_cast<std::size_t>(number)];
        const auto batch = static_cast<std::size_t>(m_options.batch);
        double loss = 0;
        for (std::size_t begin = 0; begin < order.size(); begin += batch) {
            if (begin / batch % 64 == 0)
                context.checkpoint("Training", number, m_options.epochs);
            const std::size_t end = std::min(order.size(), begin + batch);
            const float scale = 1.0F / static_cast<float>(end - begin);
            loss += m_options.dim == 16 ? observed<16>(order.data() + begin, end - begin, scale)
                                        : observed<Eigen::Dynamic>(order.data() + begin, end - begin, scale);
            if (m_options.negatives > 0)
                negatives(number, begin, end - begin, scale);
            step();
        }
        return loss / static_cast<double>(order.size());
    }

private:
    float offset(std::int32_t user, std::int32_t item) const
    {
        return static_cast<float>(m_plan.offsets.at(UserIndex{user}, ItemIndex{item}));
    }

    // Adds weight * l'(y, <U_u, V_i>) times the other side to both gradients.
    template<int K>
    float push(std::int32_t user, std::int32_t item, float target, float weight)
    {
        // Mapped Eigen rows: their dot product is vectorised, a plain float sum may not be reordered.
        using Row = Eigen::Matrix<float, 1, K>;
        const Eigen::Index k = m_users.cols();
        const Eigen::Map<const Row> u(m_users.data() + user * k, k);
        const Eigen::Map<const Row> v(m_items.data() + item * k, k);
        const float f = u.dot(v);
        float loss = 0;
        float slope = f - target;
        if (m_options.loss == Loss::Squared) {
            loss = slope * slope / 2;
        } else {
            const double y = static_cast<double>(target);
            loss = static_cast<float>(lossValue(Loss::Logistic, static_cast<double>(f), y));
            slope = static_cast<float>(lossSlope(Loss::Logistic, static_cast<double>(f), y));
        }
        slope *= weight;
        Eigen::Map<Row>(m_userPush.data() + user * k, k) += slope * v;
        Eigen::Map<Row>(m_itemPush.data() + item * k, k) += slope * u;
        return loss;
    }

    template<int K>
    double observed(const std::int32_t* rows, std::size_t count, float scale)
    {
        double loss = 0;
        for (std::size_t p = 0; p < count; ++p) {
            const auto row = static_cast<std::size_t>(rows[p]);
            if (!m_removed.empty() && m_removed[row])
                continue;
            loss += static_cast<double>(
                push<K>(m_data.train.users[row], m_data.train.items[row], m_target[row], scale));
        }
        return loss;
    }

    // Uniform pairs, those of the training part passed over; weighed so that their expected sum is the sum
    // over all.
    void negatives(int epochNumber, std::size_t begin, std::size_t count, float scale)
    {
        const double pairs =
            static_cast<double>(m_data.users.size()) * static_cast<double>(m_data.items.size());
        const float weight =
            static_cast<float>(m_options.negatives * pairs /
                               (static_cast<double>(m_data.train.size()) * negativesPerRating)) *
            scale;
        Random random = Random::forTask(m_options.seed + 1 + static_cast<std::uint64_t>(epochNumber), begin);
        for (std::size_t draw = 0; draw < count * negativesPerRating; ++draw) {
            const UserIndex user{static_cast<std::int32_t>(random.below(m_data.users.size()))};
            const ItemIndex item{static_cast<std::int32_t>(random.below(m_data.items.size()))};
            if (!m_index.find(m_data.train, user, item))
                push<Eigen::Dynamic>(user.value, item.value, 0, weight);
        }
    }

    void step()
    {
        ++m_steps;
        const float decay = static_cast<float>(m_options.mu / static_cast<double>(m_data.train.size()));
        if (m_options.optimizer == MfSgdOptions::Optimizer::Sgd) {
            // velocity <- momentum velocity + gradient: the gradients of the next batch are added to what is
            // left here.
            const auto momentum = static_cast<float>(m_options.momentum);
            const auto move = [&](RowMatrixF& values, RowMatrixF& velocity) {
                float* p = values.data();
                float* v = velocity.data();
                const Eigen::Index size = values.size();
                for (Eigen::Index i = 0; i < size; ++i) {
                    const float moved = v[i] + decay * p[i];
                    p[i] -= m_rate * moved;
                    v[i] = momentum * moved;
                }
            };
            move(m_users, m_userPush);
            move(m_items, m_itemPush);
            return;
        }
        if (m_first[0].size() == 0) {
            m_first[0] = m_second[0] = RowMatrixF::Zero(m_users.rows(), m_users.cols());
            m_first[1] = m_second[1] = RowMatrixF::Zero(m_items.rows(), m_items.cols());
        }
        constexpr float beta1 = 0.9F;
        constexpr float beta2 = 0.999F;
        const float correct1 = 1 / (1 - std::pow(beta1, static_cast<float>(m_steps)));
        const float correct2 = 1 / (1 - std::pow(beta2, static_cast<float>(m_steps)));
        const auto move = [&](RowMatrixF& values, RowMatrixF& gradient, RowMatrixF& first,
                              RowMatrixF& second) {
            for (Eigen::Index i = 0; i < values.size(); ++i) {
                const float g = gradient.data()[i] + decay * values.data()[i];
                first.data()[i] = beta1 * first.data()[i] + (1 - beta1) * g;
                second.data()[i] = beta2 * second.data()[i] + (1 - beta2) * g * g;
                values.data()[i] -=
                    m_rate * correct1 * first.data()[i] / (std::sqrt(correct2 * second.data()[i]) + 1e-8F);
                gradient.data()[i] = 0;
            }
        };
        move(m_users, m_userPush, m_first[0], m_second[0]);
        move(m_items, m_itemPush, m_first[1], m_second[1]);
    }

    const RatingData& m_data;
    const MfSgdOptions& m_options;
    const SgdPlan& m_plan;
    RowMatrixF m_users;
    RowMatrixF m_items;
    RowMatrixF m_userPush; // sgd: velocity, adam: gradient
    RowMatrixF m_itemPush;
    RowMatrixF m_first[2]; // adam
    RowMatrixF m_second[2];
    RatingIndex m_index; // to pass over observed pairs when drawing negatives
    std::vector<float> m_target;
    std::vector<std::uint8_t> m_removed; // empty: none
    float m_rate = 1;
    std::int64_t m_steps = 0;
};

} // namespace

SgdPlan::SgdPlan(const RatingData& data, const MfSgdOptions& options)
    : offsets(fitOffsets(data.train, data.users.size(), data.items.size(), options.offsets))
{
    checkOptions(data, options);
    Random random(options.seed);
    const auto draw = [&](RowMatrixF& factors, std::size_t rows) {
        factors.resize(static_cast<Eigen::Index>(rows), options.dim);
        for (Eigen::Index i = 0; i < factors.size(); ++i)
            factors.data()[i] = static_cast<float>(startDeviation * random.normal());
    };
    draw(users, data.users.size());
    draw(items, data.items.size());
    std::vector<std::int32_t> rows(data.train.size());
    std::iota(rows.begin(), rows.end(), 0);
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        random.shuffle(rows);
        order.push_back(rows);
        auto& sorted = order.back();
        for (std::size_t begin = 0; begin < sorted.size(); begin += static_cast<std::size_t>(options.batch)) {
            const std::size_t end = std::min(sorted.size(), begin + static_cast<std::size_t>(options.batch));
            std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(begin),
                      sorted.begin() + static_cast<std::ptrdiff_t>(end));
        }
    }
}

FactorResult runMfSgd(const RatingData& data, const MfSgdOptions& options, const SgdPlan& plan,
                      const TrainingEdit& edit, const TaskContext& context)
{
    const Stopwatch watch;
    Run run(data, options, plan, edit);
    FactorResult result;
    FactorModel& model = result.model;
    const int kept = std::min(options.checkpoints, options.epochs);
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        result.report.trace.push_back(run.epoch(epoch, context));
        // Checkpoint c of `kept` stands after epoch ceil(c * epochs / kept).
        const int reached = (epoch + 1) * kept / options.epochs;
        if (kept > 0 && reached > epoch * kept / options.epochs)
            model.checkpoints.push_back({epoch + 1, static_cast<double>(run.rate()),
                                         run.users().cast<double>(), run.items().cast<double>()});
    }
    model.origin = FactorModel::Origin::PlainMf;
    model.loss = options.loss;
    model.negativesWeight = options.negatives;
    model.penalty = options.mu;
    model.offsets = plan.offsets;
    model.users = run.users().cast<double>();
    model.items = run.items().cast<double>();
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
    const Stopwatch watch;
    const SgdPlan plan(data, options);
    FactorResult result = runMfSgd(data, options, plan, {}, context);
    result.report.seconds = watch.seconds();
    return result;
}

} // namespace representer
