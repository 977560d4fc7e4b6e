#include "core/trainers/rating_metrics.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace representer {

RatingErrors ratingErrors(const ScoringFactors& factors, const RatingPart& part, const RatingScale& scale)
{
    RatingErrors errors;
    errors.count = part.size();
    if (part.size() == 0)
        return errors;
    double absolute = 0;
    double squared = 0;
    for (std::size_t row = 0; row < part.size(); ++row) {
        const double miss = factors.score(UserIndex{part.users[row]}, ItemIndex{part.items[row]}) -
                            static_cast<double>(part.values[row]);
        absolute += std::abs(miss);
        squared += miss * miss;
    }
    const auto n = static_cast<double>(part.size());
    errors.mae = absolute / n;
    errors.rmse = std::sqrt(squared / n);
    errors.maeUser = errors.mae * scale.half();
    errors.rmseUser = errors.rmse * scale.half();
    return errors;
}

namespace {

// Scores of one user for all items, training items at minus infinity.
Vector maskedScores(const ScoringFactors& factors, const RatingPart& train, const RatingIndex& index,
                    UserIndex user)
{
    Vector scores = factors.items * factors.users.row(user.value).transpose();
    if (factors.offsets.items.size() > 0)
        scores += factors.offsets.items;
    scores.array() +=
        factors.offsets.mean + (factors.offsets.users.size() > 0 ? factors.offsets.users[user.value] : 0.0);
    const auto [begin, end] = index.rowsOfUser(user);
    for (auto row = begin; row < end; ++row)
        scores[train.items[static_cast<std::size_t>(row)]] = -std::numeric_limits<double>::infinity();
    return scores;
}

std::vector<Recommendation> topScores(const Vector& scores, int k)
{
    std::vector<std::int32_t> order;
    order.reserve(static_cast<std::size_t>(scores.size()));
    for (Eigen::Index i = 0; i < scores.size(); ++i)
        if (std::isfinite(scores[i]))
            order.push_back(static_cast<std::int32_t>(i));
    const auto count = std::min(order.size(), static_cast<std::size_t>(std::max(k, 0)));
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](std::int32_t a, std::int32_t b) {
                          return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
                      });
    std::vector<Recommendation> result;
    result.reserve(count);
    for (std::size_t rank = 0; rank < count; ++rank)
        result.push_back({ItemIndex{order[rank]}, scores[order[rank]]});
    return result;
}

struct UserRanking {
    double recall = 0;
    double ndcg = 0;
    double popularity = 0;
    bool counted = false;
};

} // namespace

std::vector<Recommendation> recommendItems(const ScoringFactors& factors, const RatingPart& train,
                                           const RatingIndex& index, UserIndex user, int k)
{
    return topScores(maskedScores(factors, train, index, user), k);
}

RankingMetrics rankingMetrics(const ScoringFactors& factors, const RatingData& data, Part part, int k,
                              const TaskContext& context)
{
    const RatingIndex train(data.train, data.users.size(), data.items.size());
    const RatingPart& held = data.part(part);
    const RatingIndex index(held, data.users.size(), data.items.size());
    std::vector<UserRanking> rankings(data.users.size());
    parallelBlocks(static_cast<std::int64_t>(rankings.size()), 64, [&](std::int64_t begin, std::int64_t end) {
        context.throwIfStopped();
        for (auto u = begin; u < end; ++u) {
            const UserIndex user{static_cast<std::int32_t>(u)};
            std::vector<std::int32_t> relevant; // ascending: the part is sorted by user, then item
            const auto [first, last] = index.rowsOfUser(user);
            for (auto row = first; row < last; ++row)
                if (held.values[static_cast<std::size_t>(row)] > 0)
                    relevant.push_back(held.items[static_cast<std::size_t>(row)]);
            if (relevant.empty())
                continue;
            const auto top = topScores(maskedScores(factors, data.train, train, user), k);
            UserRanking& ranking = rankings[static_cast<std::size_t>(u)];
            ranking.counted = true;
            double hits = 0;
            double gain = 0;
            for (std::size_t rank = 0; rank < top.size(); ++rank) {
                ranking.popularity += static_cast<double>(train.rowsOfItem(top[rank].item).size());
                if (std::binary_search(relevant.begin(), relevant.end(), top[rank].item.value)) {
                    ++hits;
                    gain += 1 / std::log2(static_cast<double>(rank) + 2);
                }
            }
            double ideal = 0;
            for (std::size_t rank = 0; rank < std::min(relevant.size(), static_cast<std::size_t>(k)); ++rank)
                ideal += 1 / std::log2(static_cast<double>(rank) + 2);
            ranking.recall = hits / static_cast<double>(relevant.size());
            ranking.ndcg = gain / ideal;
            ranking.popularity /= static_cast<double>(std::max<std::size_t>(top.size(), 1));
        }
    });
    RankingMetrics metrics;
    for (const UserRanking& ranking : rankings) {
        if (!ranking.counted)
            continue;
        ++metrics.users;
        metrics.recall += ranking.recall;
        metrics.ndcg += ranking.ndcg;
        metrics.popularity += ranking.popularity;
    }
    const auto count = static_cast<double>(std::max<std::size_t>(metrics.users, 1));
    metrics.recall /= count;
    metrics.ndcg /= count;
    metrics.popularity /= count;
    return metrics;
}

} // namespace representer
