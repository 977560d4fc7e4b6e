#include "core/trainers/entry_runs.h"

#include <algorithm>
#include <numeric>

namespace representer {

namespace {

// The tile of each entity of a group, by falling number of entries.
std::vector<std::int32_t> tileOfEach(const RatingProblem::Group& group, std::int64_t rowsPerTile)
{
    const auto size = static_cast<std::size_t>(group.size());
    const auto count = [&](std::int32_t a) {
        return group.begin[static_cast<std::size_t>(a) + 1] - group.begin[static_cast<std::size_t>(a)];
    };
    std::vector<std::int32_t> order(size), tile(size);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int32_t a, std::int32_t b) { return count(a) > count(b); });
    constexpr std::int64_t rare = 20; // one part in
    std::int64_t left = group.begin.back();
    std::int32_t current = 0;
    std::int64_t rows = 0;
    for (const std::int32_t a : order) {
        if (rows >= rowsPerTile && left * rare > group.begin.back()) {
            ++current;
            rows = 0;
        }
        tile[static_cast<std::size_t>(a)] = current;
        ++rows;
        left -= count(a);
    }
    return tile;
}

} // namespace

EntryRuns tiledRuns(const RatingProblem::Group& group, const RatingProblem::Group& otherGroup,
                    std::int64_t rowsPerTile)
{
    const std::vector<std::int32_t> tile = tileOfEach(otherGroup, rowsPerTile);
    const std::int32_t tiles = tile.empty() ? 0 : *std::max_element(tile.begin(), tile.end()) + 1;
    EntryRuns result;
    result.other.reserve(group.other.size());
    result.entry.reserve(group.other.size());
    for (std::int32_t t = 0; t < tiles; ++t) {
        result.tiles.push_back(static_cast<std::int64_t>(result.runs.size()));
        for (std::int64_t a = 0; a < group.size(); ++a) {
            EntryRuns::Run run{static_cast<std::int32_t>(a), static_cast<std::int32_t>(result.other.size()),
                               0};
            for (auto p = static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a)]);
                 p < static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a) + 1]); ++p) {
                if (tile[static_cast<std::size_t>(group.other[p])] != t)
                    continue;
                result.other.push_back(group.other[p]);
                result.entry.push_back(group.entry.empty() ? static_cast<std::int32_t>(p) : group.entry[p]);
            }
            run.end = static_cast<std::int32_t>(result.other.size());
            if (run.end > run.begin)
                result.runs.push_back(run);
        }
    }
    result.tiles.push_back(static_cast<std::int64_t>(result.runs.size()));
    return result;
}

} // namespace representer
