#include "core/trainers/rating_problem.h"

#include "core/base/error.h"

#include <numeric>
#include <string>

namespace representer {

namespace {

void groupByItem(RatingProblem& problem, std::size_t items)
{
    auto& group = problem.byItem;
    const auto& byUser = problem.byUser;
    group.begin.assign(items + 1, 0);
    for (const auto item : byUser.other)
        ++group.begin[static_cast<std::size_t>(item) + 1];
    std::partial_sum(group.begin.begin(), group.begin.end(), group.begin.begin());
    group.other.resize(byUser.other.size());
    group.entry.resize(byUser.other.size());
    std::vector<std::int64_t> next(group.begin.begin(), group.begin.end() - 1);
    for (std::int64_t u = 0; u < byUser.size(); ++u) {
        for (auto e = byUser.begin[static_cast<std::size_t>(u)];
             e < byUser.begin[static_cast<std::size_t>(u) + 1]; ++e) {
            const auto item = static_cast<std::size_t>(byUser.other[static_cast<std::size_t>(e)]);
            const auto place = static_cast<std::size_t>(next[item]++);
            group.other[place] = static_cast<std::int32_t>(u);
            group.entry[place] = static_cast<std::int32_t>(e);
        }
    }
}

void addObserved(RatingProblem& problem, const RatingPart& part, std::size_t users,
                 const RatingOffsets& offsets)
{
    problem.byUser.other = part.items;
    problem.byUser.begin.assign(users + 1, 0);
    problem.target.resize(part.size());
    for (std::size_t e = 0; e < part.size(); ++e) {
        ++problem.byUser.begin[static_cast<std::size_t>(part.users[e]) + 1];
        problem.target[e] = static_cast<double>(part.values[e]) -
                            offsets.at(UserIndex{part.users[e]}, ItemIndex{part.items[e]});
    }
    std::partial_sum(problem.byUser.begin.begin(), problem.byUser.begin.end(), problem.byUser.begin.begin());
}

void addAllPairs(RatingProblem& problem, const RatingPart& part, std::size_t users, std::size_t items,
                 double negatives)
{
    const std::size_t pairs = users * items;
    problem.byUser.begin.resize(users + 1);
    for (std::size_t u = 0; u <= users; ++u)
        problem.byUser.begin[u] = static_cast<std::int64_t>(u * items);
    problem.byUser.other.resize(pairs);
    for (std::size_t e = 0; e < pairs; ++e)
        problem.byUser.other[e] = static_cast<std::int32_t>(e % items);
    problem.target.assign(pairs, 0.0);
    problem.weight.assign(pairs, static_cast<float>(negatives));
    for (std::size_t row = 0; row < part.size(); ++row) {
        const std::size_t e =
            static_cast<std::size_t>(part.users[row]) * items + static_cast<std::size_t>(part.items[row]);
        problem.target[e] = static_cast<double>(part.values[row]);
        problem.weight[e] = 1;
    }
}

} // namespace

RatingProblem makeRatingProblem(const RatingPart& part, std::size_t users, std::size_t items, Loss loss,
                                double penalty, double negatives, const RatingOffsets& offsets)
{
    const bool shifted = offsets.mean != 0 || offsets.users.size() > 0 || offsets.items.size() > 0;
    if (shifted && (loss != Loss::Squared || negatives > 0))
        throw Error(Error::Kind::BadOption,
                    "Offsets (mean, biases) can be held fixed only with the squared loss over "
                    "observed ratings; set the offsets to none.");
    RatingProblem problem;
    problem.loss = loss;
    problem.penalty = penalty;
    if (loss == Loss::Logistic && negatives > 0) {
        if (static_cast<std::int64_t>(users) * static_cast<std::int64_t>(items) > maxDensePairs)
            throw Error(Error::Kind::BadOption,
                        "The logistic loss over all unobserved pairs needs every one of the " +
                            std::to_string(users) + " x " + std::to_string(items) +
                            " pairs, which is too many; use the squared loss, or the "
                            "sgd optimizer, which samples negatives.");
        addAllPairs(problem, part, users, items, negatives);
    } else {
        problem.negatives = negatives;
        addObserved(problem, part, users, offsets);
    }
    groupByItem(problem, items);
    return problem;
}

RatingPart editedPart(const RatingPart& part, const TrainingEdit& edit)
{
    RatingPart result;
    const std::size_t kept = part.size() - edit.removed.size();
    result.users.reserve(kept);
    result.items.reserve(kept);
    result.values.reserve(kept);
    std::vector<float> values = part.values;
    for (const auto& [row, value] : edit.relabelled)
        values[static_cast<std::size_t>(row.value)] = static_cast<float>(value);
    auto removed = edit.removed.begin();
    for (std::size_t row = 0; row < part.size(); ++row) {
        if (removed != edit.removed.end() && static_cast<std::size_t>(removed->value) == row) {
            ++removed;
            continue;
        }
        result.users.push_back(part.users[row]);
        result.items.push_back(part.items[row]);
        result.values.push_back(values[row]);
        if (!part.times.empty())
            result.times.push_back(part.times[row]);
    }
    return result;
}

RatingOffsets fitOffsets(const RatingPart& part, std::size_t users, std::size_t items, OffsetKind kind)
{
    RatingOffsets offsets;
    if (kind == OffsetKind::None || part.size() == 0)
        return offsets;
    double sum = 0;
    for (const float value : part.values)
        sum += static_cast<double>(value);
    offsets.mean = sum / static_cast<double>(part.size());
    if (kind == OffsetKind::Mean)
        return offsets;

    constexpr double damping = 10;
    const auto fitBiases = [&](const std::vector<std::int32_t>& entities, Eigen::Index count) {
        Vector sums = Vector::Zero(count);
        Vector counts = Vector::Constant(count, damping);
        for (std::size_t row = 0; row < part.size(); ++row) {
            sums[entities[row]] += static_cast<double>(part.values[row]) -
                                   offsets.at(UserIndex{part.users[row]}, ItemIndex{part.items[row]});
            counts[entities[row]] += 1;
        }
        return Vector(sums.cwiseQuotient(counts));
    };
    offsets.items = fitBiases(part.items, static_cast<Eigen::Index>(items));
    offsets.users = fitBiases(part.users, static_cast<Eigen::Index>(users));
    return offsets;
}

} // namespace representer
