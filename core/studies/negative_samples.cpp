#include "core/studies/negative_samples.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/models/factor_balance.h"
#include "core/trainers/factor_solver.h"
#include "core/trainers/rating_problem.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace representer {

namespace {

constexpr std::array<std::string_view, 4> names{"high-dim", "fia", "loss", "random"};
constexpr std::int64_t userBlock = 32;

// The factors the formula speaks of.
struct Factors {
    RowMatrix users;
    RowMatrix items;
};

Factors factorsOf(const FactorModel& model)
{
    if (model.penalty > 0)
        return {model.users, model.items};
    BalancedFactors balanced = balanceFactors(model.users, model.items);
    return {std::move(balanced.users), std::move(balanced.items)};
}

// H_a = sum_b w_ab l''_ab o_b o_b^T + penalty I for one entity against all others, right: k. Returns H_a^-1
// right.
Vector solveBlock(const Vector& curvature, const RowMatrix& others, double penalty, const Vector& right)
{
    const RowMatrix weighted = curvature.asDiagonal() * others;
    Matrix h = others.transpose() * weighted;
    h.diagonal().array() += std::max(penalty, 1e-6);
    return h.llt().solve(right);
}

class SuspicionPass {
public:
    SuspicionPass(const FactorModel& model, const RatingPart& positives, NegativeRanking ranking,
                  std::uint64_t seed, const TaskContext& context)
        : m_model(model), m_factors(factorsOf(model)), m_ranking(ranking), m_seed(seed),
          m_index(positives, static_cast<std::size_t>(model.users.rows()),
                  static_cast<std::size_t>(model.items.rows())),
          m_positives(positives)
    {
        m_itemSums = RowMatrix::Zero(m_factors.items.rows(), m_factors.users.cols());
        m_userSums = RowMatrix::Zero(m_factors.users.rows(), m_factors.items.cols());
        for (std::size_t row = 0; row < positives.size(); ++row) {
            m_itemSums.row(positives.items[row]) += m_factors.users.row(positives.users[row]);
            m_userSums.row(positives.users[row]) += m_factors.items.row(positives.items[row]);
        }
        if (ranking == NegativeRanking::Fia)
            applyInverseHessians(context);
    }

    // Scores of users begin..end against all items, row-major; observed pairs are +infinity.
    void scores(std::int64_t begin, std::int64_t end, float* out) const
    {
        const Eigen::Index count = end - begin;
        const Eigen::Index items = m_factors.items.rows();
        RowMatrix f = m_model.users.middleRows(begin, count) * m_model.items.transpose();
        RowMatrix sums;
        if (m_ranking == NegativeRanking::HighDim || m_ranking == NegativeRanking::Fia)
            sums = m_factors.users.middleRows(begin, count) * m_itemSums.transpose() +
                   m_userSums.middleRows(begin, count) * m_factors.items.transpose();
        for (Eigen::Index u = 0; u < count; ++u) {
            const UserIndex user{static_cast<std::int32_t>(begin + u)};
            Random random = Random::forTask(m_seed, static_cast<std::uint64_t>(user.value));
            float* row = out + u * items;
            for (Eigen::Index i = 0; i < items; ++i) {
                const double score = f(u, i) + m_model.offsets.at(user, {static_cast<std::int32_t>(i)});
                row[i] = static_cast<float>(suspicion(score, sums, u, i, random));
            }
            const auto observed = m_index.rowsOfUser(user);
            for (std::int32_t r = observed.begin; r < observed.end; ++r)
                row[m_positives.items[static_cast<std::size_t>(r)]] = std::numeric_limits<float>::infinity();
        }
    }

private:
    double suspicion(double f, const RowMatrix& sums, Eigen::Index u, Eigen::Index i, Random& random) const
    {
        switch (m_ranking) {
        case NegativeRanking::Loss:
            return -lossValue(m_model.loss, f, 0);
        case NegativeRanking::Random:
            return random.uniform();
        default:
            return -m_model.negativesWeight * lossSlope(m_model.loss, f, 0) * sums(u, i);
        }
    }

    void applyInverseHessians(const TaskContext& context)
    {
        const auto curvatures = [&](const RowMatrix& others, const auto& row, const auto& isObserved) {
            Vector d(others.rows());
            for (Eigen::Index b = 0; b < others.rows(); ++b)
                d[b] = (isObserved(b) ? 1 : m_model.negativesWeight) *
                       lossCurvature(m_model.loss, row.dot(others.row(b)), isObserved(b) ? 1 : 0);
            return d;
        };
        const auto side = [&](const RowMatrix& rows, const RowMatrix& others, RowMatrix& sums,
                              const auto& markObserved) {
            parallelBlocks(rows.rows(), 16, [&](std::int64_t begin, std::int64_t end) {
                context.throwIfStopped();
                for (std::int64_t a = begin; a < end; ++a) {
                    std::vector<bool> observed(static_cast<std::size_t>(others.rows()));
                    markObserved(a, observed);
                    const Vector d = curvatures(others, rows.row(a), [&](Eigen::Index b) {
                        return observed[static_cast<std::size_t>(b)];
                    });
                    sums.row(a) = solveBlock(d, others, m_model.penalty, sums.row(a).transpose()).transpose();
                }
            });
        };
        side(m_factors.users, m_factors.items, m_userSums,
             [&](std::int64_t user, std::vector<bool>& observed) {
                 const auto range = m_index.rowsOfUser({static_cast<std::int32_t>(user)});
                 for (std::int32_t r = range.begin; r < range.end; ++r)
                     observed[static_cast<std::size_t>(m_positives.items[static_cast<std::size_t>(r)])] =
                         true;
             });
        side(m_factors.items, m_factors.users, m_itemSums,
             [&](std::int64_t item, std::vector<bool>& observed) {
                 for (const std::int32_t r : m_index.rowsOfItem({static_cast<std::int32_t>(item)}))
                     observed[static_cast<std::size_t>(m_positives.users[static_cast<std::size_t>(r)])] =
                         true;
             });
    }

    const FactorModel& m_model;
    Factors m_factors;
    NegativeRanking m_ranking;
    std::uint64_t m_seed;
    RatingIndex m_index;
    const RatingPart& m_positives;
    RowMatrix m_itemSums; // P (Fia: H_j^-1 P_j), items x k
    RowMatrix m_userSums; // Q (Fia: H_i^-1 Q_i), users x k
};

void requireDense(const FactorModel& model)
{
    const std::int64_t pairs = model.users.rows() * model.items.rows();
    if (pairs > maxDensePairs)
        throw Error(Error::Kind::BadOption,
                    "The study of negative samples looks at every pair, and " +
                        std::to_string(model.users.rows()) + " users x " +
                        std::to_string(model.items.rows()) +
                        " items are too many; import with --min-interactions to keep the "
                        "active ones.");
}

} // namespace

std::string_view negativeRankingName(NegativeRanking ranking)
{
    return names[static_cast<std::size_t>(ranking)];
}

NegativeRanking negativeRankingFromName(std::string_view name)
{
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw Error(Error::Kind::BadOption, "Negative samples cannot be ranked by \"" + std::string(name) +
                                                "\"; choose high-dim, fia, loss or random.");
    return static_cast<NegativeRanking>(found - names.begin());
}

std::int64_t negativeCount(const FactorModel& model, const RatingPart& positives)
{
    return model.users.rows() * model.items.rows() - static_cast<std::int64_t>(positives.size());
}

std::vector<SuspectPair> mostSuspectNegatives(const FactorModel& model, const RatingPart& positives,
                                              NegativeRanking ranking, std::int64_t count, std::uint64_t seed,
                                              const TaskContext& context)
{
    requireDense(model);
    const std::int64_t users = model.users.rows();
    const std::int64_t items = model.items.rows();
    std::vector<float> scores(static_cast<std::size_t>(users * items));
    const SuspicionPass pass(model, positives, ranking, seed, context);
    parallelBlocks(users, userBlock, [&](std::int64_t begin, std::int64_t end) {
        context.throwIfStopped();
        pass.scores(begin, end, scores.data() + begin * items);
    });
    std::vector<std::uint32_t> order(scores.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto less = [&](std::uint32_t a, std::uint32_t b) {
        return scores[a] != scores[b] ? scores[a] < scores[b] : a < b;
    };
    count = std::min(count, negativeCount(model, positives));
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(order.begin(), end, order.end(), less);
    std::sort(order.begin(), end, less);
    std::vector<SuspectPair> suspects;
    suspects.reserve(static_cast<std::size_t>(count));
    for (auto it = order.begin(); it != end; ++it)
        suspects.push_back({{static_cast<std::int32_t>(*it / items)},
                            {static_cast<std::int32_t>(*it % items)},
                            static_cast<double>(scores[*it])});
    return suspects;
}

void requireRemovableNegatives(const FactorModel& model)
{
    requireDense(model);
    if (model.loss != Loss::Logistic || !(model.negativesWeight > 0) || !(model.penalty > 0))
        throw Error(Error::Kind::BadOption,
                    "Negatives can be left out one by one only with the logistic loss, a weight "
                    "for negatives and a penalty mu above 0; train the model with --loss logistic "
                    "--negatives 0.05 --optimizer als.");
}

FactorModel retrainWithoutNegatives(const FactorModel& start, const RatingPart& positives,
                                    const std::vector<SuspectPair>& removed, double tolerance,
                                    const TaskContext& context)
{
    requireRemovableNegatives(start);
    const auto items = static_cast<std::size_t>(start.items.rows());
    RatingProblem problem =
        makeRatingProblem(positives, static_cast<std::size_t>(start.users.rows()), items, start.loss,
                          start.penalty, start.negativesWeight, start.offsets);
    for (const SuspectPair& pair : removed) // every pair is an entry, in the order of users, then items
        problem.weight[static_cast<std::size_t>(pair.user.value) * items +
                       static_cast<std::size_t>(pair.item.value)] = 0;
    FactorSolverOptions options;
    options.tolerance = tolerance;
    FactorSolution solution = solveFactors(problem, start.users, start.items, options, context);
    FactorModel model = start;
    model.users = std::move(solution.users);
    model.items = std::move(solution.items);
    model.checkpoints.clear();
    return model;
}

} // namespace representer
