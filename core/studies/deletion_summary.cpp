#include "core/studies/deletion_summary.h"

#include <algorithm>
#include <map>

namespace representer {

namespace {

// Rows in order of their place in the plan, so that sums do not depend on the order of finishing.
std::vector<const DeletionRow*> inPlanOrder(const DeletionPlan& plan, const std::vector<DeletionRow>& rows)
{
    std::map<std::string, const DeletionRow*> byKey;
    for (const DeletionRow& row : rows)
        byKey.emplace(row.key(), &row);
    std::vector<const DeletionRow*> ordered;
    const std::size_t units = plan.units().size();
    for (const auto& method : plan.methods)
        for (const Sign sign : plan.signs)
            for (std::size_t unit = 0; unit < units; ++unit)
                for (const DeletionSize& size : plan.sizes)
                    if (const auto found = byKey.find(deletionKey(unit, method, sign, size));
                        found != byKey.end())
                        ordered.push_back(found->second);
    return ordered;
}

// Position of each unit's first point among all points.
std::vector<std::size_t> firstPoints(const DeletionPlan& plan)
{
    std::vector<std::size_t> first;
    std::size_t next = 0;
    for (const auto& unit : plan.units()) {
        first.push_back(next);
        next += unit.size();
    }
    return first;
}

using Rows = std::vector<const DeletionRow*>;

Rows select(const Rows& rows, std::string_view method, Sign sign)
{
    Rows selected;
    for (const DeletionRow* row : rows)
        if (row->method == method && row->sign == sign)
            selected.push_back(row);
    return selected;
}

std::optional<DeletionMean> meanOf(const Rows& rows, std::string_view method, Sign sign,
                                   const DeletionSize& size)
{
    DeletionMean mean{.method = std::string(method), .sign = sign, .k = size};
    std::vector<double> changes;
    for (const DeletionRow* row : rows) {
        if (row->size != size)
            continue;
        mean.unavailable += row->available() ? 0 : 1;
        for (std::size_t p = 0; p < row->after.size(); ++p)
            changes.push_back(row->after[p] - row->before[p]);
    }
    if (changes.empty() && mean.unavailable == 0)
        return std::nullopt;
    mean.change = meanInterval(changes);
    return mean;
}

std::optional<DeletionArea> areaOf(const Rows& rows, std::string_view method, Sign sign, std::size_t sizes,
                                   const std::vector<std::size_t>& firstPoint)
{
    DeletionArea area{.method = std::string(method), .sign = sign};
    for (std::size_t begin = 0; begin < rows.size();) {
        std::size_t end = begin;
        while (end < rows.size() && rows[end]->unit == rows[begin]->unit)
            ++end;
        const bool complete =
            end - begin == sizes && std::all_of(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                                                rows.begin() + static_cast<std::ptrdiff_t>(end),
                                                [](const auto* row) { return row->available(); });
        for (std::size_t p = 0; complete && p < rows[begin]->after.size(); ++p) {
            double sum = 0;
            for (std::size_t i = begin; i < end; ++i)
                sum += rows[i]->after[p] - rows[i]->before[p];
            area.perPoint.push_back(sum / static_cast<double>(sizes));
            area.points.push_back(firstPoint[rows[begin]->unit] + p);
        }
        begin = end;
    }
    if (area.perPoint.empty())
        return std::nullopt;
    area.area = meanInterval(area.perPoint);
    return area;
}

std::optional<MethodComparison> compare(const DeletionArea& a, const DeletionArea& b)
{
    std::vector<double> first, second;
    for (std::size_t i = 0, j = 0; i < a.points.size() && j < b.points.size();) {
        if (a.points[i] == b.points[j]) {
            first.push_back(a.perPoint[i++]);
            second.push_back(b.perPoint[j++]);
        } else {
            a.points[i] < b.points[j] ? ++i : ++j;
        }
    }
    const auto test = pairedTest(first, second);
    if (!test)
        return std::nullopt;
    return MethodComparison{.first = a.method, .second = b.method, .sign = a.sign, .test = *test};
}

std::optional<std::string> winner(const std::vector<MethodComparison>& comparisons,
                                  const std::vector<DeletionArea>& areas, Sign sign)
{
    const double direction = sign == Sign::Positive ? -1 : 1;
    std::size_t methods = 0;
    for (const auto& area : areas)
        methods += area.sign == sign ? 1 : 0;
    if (methods < 2)
        return std::nullopt;
    std::map<std::string, std::size_t> beaten;
    for (const auto& c : comparisons) {
        if (c.sign != sign || c.test.p >= 0.05)
            continue;
        ++beaten[direction * c.test.difference.mean > 0 ? c.first : c.second];
    }
    for (const auto& [method, count] : beaten)
        if (count == methods - 1)
            return method;
    return std::nullopt;
}

std::optional<PredictionQuality> predictionQuality(const Rows& rows, const std::string& method)
{
    PredictionQuality quality{.method = method};
    for (const DeletionRow* row : rows) {
        if (row->method != method)
            continue;
        for (std::size_t p = 0; p < row->predicted.size(); ++p) {
            quality.predicted.push_back(row->predicted[p]);
            quality.actual.push_back(row->after[p] - row->before[p]);
        }
    }
    if (quality.predicted.empty())
        return std::nullopt;
    quality.slope = slope(quality.predicted, quality.actual);
    quality.rankCorrelation = rankCorrelation(quality.predicted, quality.actual);
    return quality;
}

} // namespace

DeletionSummary summarise(const DeletionPlan& plan, const std::vector<DeletionRow>& rows)
{
    DeletionSummary summary;
    const Rows ordered = inPlanOrder(plan, rows);
    const auto firstPoint = firstPoints(plan);
    for (const auto& method : plan.methods) {
        for (const Sign sign : plan.signs) {
            const Rows selected = select(ordered, method, sign);
            for (const DeletionSize& size : plan.sizes)
                if (auto mean = meanOf(selected, method, sign, size))
                    summary.rows.push_back(std::move(*mean));
            if (auto area = areaOf(selected, method, sign, plan.sizes.size(), firstPoint))
                summary.areas.push_back(std::move(*area));
        }
        if (auto quality = predictionQuality(ordered, method))
            summary.predictions.push_back(std::move(*quality));
    }
    for (std::size_t a = 0; a < summary.areas.size(); ++a)
        for (std::size_t b = a + 1; b < summary.areas.size(); ++b)
            if (summary.areas[a].sign == summary.areas[b].sign)
                if (auto comparison = compare(summary.areas[a], summary.areas[b]))
                    summary.comparisons.push_back(std::move(*comparison));
    summary.winnerPositive = winner(summary.comparisons, summary.areas, Sign::Positive);
    summary.winnerNegative = winner(summary.comparisons, summary.areas, Sign::Negative);
    double busy = 0;
    for (const DeletionRow* row : ordered) {
        if (!row->available())
            continue;
        ++summary.retrainings;
        busy += row->seconds;
    }
    if (summary.retrainings > 0)
        summary.secondsPerRetraining = busy / static_cast<double>(summary.retrainings);
    return summary;
}

} // namespace representer
