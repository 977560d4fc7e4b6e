#include "core/studies/deletion_study.h"

#include "core/base/parallel.h"
#include "core/base/stopwatch.h"
#include "core/base/task_pool.h"
#include "core/studies/removal_order.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace representer {

namespace {

// Nested deletions k1 < k2 < ... of one unit, method and sign: the piece of work one worker takes.
struct Chain {
    std::size_t unit = 0;
    std::string method;
    Sign sign = Sign::Positive;
};

std::vector<Chain> chainsOf(const DeletionPlan& plan, std::size_t units)
{
    // Units outermost: curves of all methods grow together.
    std::vector<Chain> chains;
    for (std::size_t unit = 0; unit < units; ++unit)
        for (const auto& method : plan.methods)
            for (const Sign sign : plan.signs)
                chains.push_back({unit, method, sign});
    return chains;
}

// Retrains along a chain, each k from the model of the k before.
class NestedRetraining {
public:
    NestedRetraining(const DeletionSetup& setup, std::span<const RankedSample> order,
                     const TaskContext& context)
        : m_setup(setup), m_order(order), m_context(context)
    {
    }

    // The removal is skipped now; it becomes a warm start when a later one is asked for.
    void skip(std::size_t k) { m_skipped.push_back(k); }

    const ModelContent& retrain(std::size_t k)
    {
        if (m_setup.retrainer->usesWarmStart())
            for (const std::size_t earlier : m_skipped)
                step(earlier);
        m_skipped.clear();
        step(k);
        return *m_model;
    }

private:
    void step(std::size_t k)
    {
        TrainingEdit edit;
        edit.removed = firstOf(m_order, k);
        m_model = m_setup.retrainer->retrain(edit, m_model ? &*m_model : nullptr, m_context);
    }

    const DeletionSetup& m_setup;
    std::span<const RankedSample> m_order;
    const TaskContext& m_context;
    std::vector<std::size_t> m_skipped;
    std::optional<ModelContent> m_model;
};

// -sum of the first k importances of the order, for each point of the unit.
std::vector<double> predictedChanges(const Explainer& explainer, std::span<const TestPoint> points,
                                     std::uint64_t seed, std::span<const RankedSample> removed)
{
    std::vector<double> changes;
    if (points.size() == 1) {
        double sum = 0;
        for (const RankedSample& sample : removed)
            sum += sample.importance;
        changes.push_back(-sum);
        return changes;
    }
    const std::vector<TrainIndex> indices = firstOf(removed, removed.size());
    for (std::size_t p = 0; p < points.size(); ++p) {
        double sum = 0;
        for (const RankedSample& sample : summedImportances(explainer, points.subspan(p, 1), seed))
            if (std::binary_search(indices.begin(), indices.end(), sample.index))
                sum += sample.importance;
        changes.push_back(-sum);
    }
    return changes;
}

std::vector<double> scoresOf(const DeletionSetup& setup, const ModelContent& model,
                             std::span<const TestPoint> points)
{
    std::vector<double> scores;
    for (const TestPoint& point : points)
        scores.push_back(setup.score(model, point));
    return scores;
}

std::string tooFew(const MethodDescriptor& method, Sign sign, std::size_t candidates, std::size_t k)
{
    const char* kind = !signsMeanSomething(method) ? " candidates"
                       : sign == Sign::Positive    ? " samples with positive importance"
                                                   : " samples with negative importance";
    return "only " + std::to_string(candidates) + kind + ", fewer than " + std::to_string(k);
}

void runChain(const DeletionSetup& setup, const DeletionPlan& plan, const Chain& chain,
              std::span<const TestPoint> points, const std::set<std::string>& finished,
              const TaskContext& context, const std::function<void(DeletionRow)>& emit)
{
    const auto isFinished = [&](const DeletionSize& size) {
        return finished.contains(deletionKey(chain.unit, chain.method, chain.sign, size));
    };
    if (std::all_of(plan.sizes.begin(), plan.sizes.end(), isFinished))
        return;
    const Explainer& explainer = setup.explainer(chain.method);
    const MethodDescriptor& method = explainer.method();
    const std::vector<RankedSample> order =
        removalOrder(summedImportances(explainer, points, plan.seed), chain.sign, signsMeanSomething(method));
    const std::vector<double> before = scoresOf(setup, *setup.original, points);
    NestedRetraining retraining(setup, order, context);
    for (const DeletionSize& size : plan.sizes) {
        context.throwIfStopped();
        const auto k = static_cast<std::size_t>(size.count(setup.trainingSize));
        if (isFinished(size)) {
            if (k <= order.size())
                retraining.skip(k);
            continue;
        }
        DeletionRow row{.unit = chain.unit, .method = chain.method, .sign = chain.sign, .size = size};
        if (k > order.size()) {
            row.unavailable = tooFew(method, chain.sign, order.size(), k);
        } else {
            const Stopwatch stopwatch;
            row.after = scoresOf(setup, retraining.retrain(k), points);
            row.seconds = stopwatch.seconds();
            row.before = before;
            row.removed = static_cast<std::int64_t>(k);
            if (method.predictsSize)
                row.predicted = predictedChanges(explainer, points, plan.seed, std::span(order).first(k));
        }
        emit(std::move(row));
    }
}

} // namespace

void runDeletionStudy(const DeletionSetup& setup, const DeletionPlan& asked,
                      const std::set<std::string>& finished, const DeletionSink& sink,
                      const TaskContext& context)
{
    const DeletionPlan plan = checkedPlan(asked, setup.trainingSize);
    for (const auto& method : plan.methods)
        setup.explainer(method); // a method the model cannot have is refused before any work
    const auto units = plan.units();
    const std::vector<Chain> chains = chainsOf(plan, units.size());
    DeletionProgress progress{.total = plan.retrainings()};
    for (const Chain& chain : chains)
        for (const DeletionSize& size : plan.sizes)
            progress.done +=
                finished.contains(deletionKey(chain.unit, chain.method, chain.sign, size)) ? 1 : 0;
    std::int64_t retrained = 0;
    double busy = 0;
    const Stopwatch stopwatch;
    const std::int64_t doneBefore = progress.done;
    const auto collect = [&](const DeletionRow& row) {
        ++progress.done;
        if (row.available()) {
            ++retrained;
            busy += row.seconds;
            progress.secondsPerRetraining = busy / static_cast<double>(retrained);
        }
        progress.secondsLeft = stopwatch.seconds() * static_cast<double>(progress.total - progress.done) /
                               static_cast<double>(progress.done - doneBefore);
        sink(row, progress);
        context.checkpoint("Retraining", progress.done, progress.total);
    };
    runTasks(static_cast<std::int64_t>(chains.size()), threadLimit(), context,
             [&](std::int64_t task, const TaskContext& inner, const Post& post) {
                 const Chain& chain = chains[static_cast<std::size_t>(task)];
                 runChain(setup, plan, chain, units[chain.unit], finished, inner, [&](DeletionRow row) {
                     post([&collect, finishedRow = std::move(row)] { collect(finishedRow); });
                 });
             });
}

DeletionCost estimateDeletionStudy(const DeletionSetup& setup, const DeletionPlan& asked,
                                   const TaskContext& context)
{
    const DeletionPlan plan = checkedPlan(asked, setup.trainingSize);
    const auto units = plan.units();
    const Explainer& explainer = setup.explainer(plan.methods.front());
    const std::vector<RankedSample> order =
        removalOrder(summedImportances(explainer, units.front(), plan.seed), plan.signs.front(),
                     signsMeanSomething(explainer.method()));
    const auto middle = static_cast<std::size_t>(plan.sizes[plan.sizes.size() / 2].count(setup.trainingSize));
    TrainingEdit edit;
    edit.removed = firstOf(order, std::min(order.size(), middle));
    const Stopwatch stopwatch;
    setup.retrainer->retrain(edit, nullptr, context);
    DeletionCost cost;
    cost.secondsPerRetraining = stopwatch.seconds();
    cost.retrainings = plan.retrainings();
    const std::int64_t chains = cost.retrainings / static_cast<std::int64_t>(plan.sizes.size());
    cost.workers = static_cast<int>(std::min<std::int64_t>(threadLimit(), chains));
    cost.seconds = cost.secondsPerRetraining * static_cast<double>(cost.retrainings) / cost.workers;
    cost.bytes = setup.retrainer->bytesPerWorker() * static_cast<std::size_t>(cost.workers);
    return cost;
}

} // namespace representer
