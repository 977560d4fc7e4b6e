#include "core/studies/impact.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace representer {

namespace {

// What one point adds.
struct PointImpact {
    double before = 0, after = 0;
    double actual = 0; // label or rating, training units
};

std::vector<PointImpact> scoreAll(std::size_t count, const std::function<TestPoint(std::size_t)>& point,
                                  const std::function<double(std::size_t)>& actual,
                                  const ModelContent& before, const ModelContent& after,
                                  const ScoreFunction& score, const TaskContext& context)
{
    std::vector<PointImpact> points(count);
    parallelBlocks(static_cast<std::int64_t>(count), 1024, [&](std::int64_t begin, std::int64_t end) {
        context.throwIfStopped();
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const TestPoint at = point(i);
            points[i] = {score(before, at), score(after, at), actual(i)};
        }
    });
    return points;
}

void addChanges(Impact& impact, const std::vector<PointImpact>& points)
{
    impact.points = points.size();
    for (const PointImpact& p : points) {
        const double change = std::abs(p.after - p.before);
        impact.meanChange += change;
        impact.largestChange = std::max(impact.largestChange, change);
    }
    impact.meanChange /= std::max<double>(1, static_cast<double>(points.size()));
}

Impact ofLabelled(const std::vector<PointImpact>& points)
{
    Impact impact;
    addChanges(impact, points);
    impact.metric = "accuracy";
    std::size_t changed = 0, rightBefore = 0, rightAfter = 0;
    for (const PointImpact& p : points) {
        changed += (p.before > 0) != (p.after > 0) ? 1 : 0;
        rightBefore += (p.before > 0) == (p.actual > 0.5) ? 1 : 0;
        rightAfter += (p.after > 0) == (p.actual > 0.5) ? 1 : 0;
    }
    const auto n = std::max<double>(1, static_cast<double>(points.size()));
    impact.changedClass = changed;
    impact.metricBefore = static_cast<double>(rightBefore) / n;
    impact.metricAfter = static_cast<double>(rightAfter) / n;
    return impact;
}

Impact ofRatings(const std::vector<PointImpact>& points, const RatingScale& scale)
{
    Impact impact;
    addChanges(impact, points);
    impact.metric = "mae";
    for (const PointImpact& p : points) {
        impact.metricBefore += scale.half() * std::abs(p.before - p.actual);
        impact.metricAfter += scale.half() * std::abs(p.after - p.actual);
    }
    const auto n = std::max<double>(1, static_cast<double>(points.size()));
    impact.metricBefore /= n;
    impact.metricAfter /= n;
    return impact;
}

} // namespace

Impact impactOnTestPart(const Dataset& dataset, const ModelContent& before, const ModelContent& after,
                        const ScoreFunction& score, const TaskContext& context)
{
    if (const auto* ratings = std::get_if<RatingData>(&dataset.content)) {
        const RatingPart& test = ratings->test;
        const auto pair = [&](std::size_t row) {
            return TestPoint(UserItem{{test.users[row]}, {test.items[row]}});
        };
        const auto actual = [&](std::size_t row) { return static_cast<double>(test.values[row]); };
        return ofRatings(scoreAll(test.size(), pair, actual, before, after, score, context), ratings->scale);
    }
    const auto* documents = std::get_if<DocumentData>(&dataset.content);
    const auto& labels =
        documents ? documents->test.labels : std::get<MatrixData>(dataset.content).test.labels;
    const auto row = [](std::size_t i) {
        return TestPoint(DatasetRow{Part::Test, static_cast<std::int32_t>(i)});
    };
    const auto actual = [&](std::size_t i) { return static_cast<double>(labels[i]); };
    return ofLabelled(scoreAll(labels.size(), row, actual, before, after, score, context));
}

} // namespace representer
