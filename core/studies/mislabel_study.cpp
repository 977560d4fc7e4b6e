#include "core/studies/mislabel_study.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"

namespace representer {

namespace {

std::string mislabelKey(int seedNumber, const std::string& method)
{
    return std::to_string(seedNumber) + "/" + method;
}

} // namespace

std::int64_t MislabelPlan::rankings() const
{
    return static_cast<std::int64_t>(methods.size()) * seeds;
}

std::string MislabelRow::key() const
{
    return mislabelKey(seedNumber, method);
}

void checkMislabelPlan(const Dataset& dataset, const MislabelPlan& plan)
{
    if (plan.methods.empty() || plan.seeds < 1)
        throw Error(Error::Kind::BadOption,
                    "The study needs at least one ranking, such as high-dim or loss, and one seed.");
    plantMistakes(dataset, plan.share, plan.seed); // refuses shares and data without labels to turn
}

void runMislabelStudy(const MislabelSetup& setup, const MislabelPlan& plan,
                      const std::set<std::string>& finished, const MislabelSink& sink,
                      const TaskContext& context)
{
    checkMislabelPlan(*setup.dataset, plan);
    const std::int64_t total = plan.rankings();
    std::int64_t done = 0;
    for (int number = 0; number < plan.seeds; ++number) {
        std::vector<std::string> missing;
        for (const std::string& method : plan.methods)
            if (!finished.contains(mislabelKey(number, method)))
                missing.push_back(method);
        done += static_cast<std::int64_t>(plan.methods.size() - missing.size());
        if (missing.empty())
            continue;
        context.checkpoint("Retraining", done, total);
        const TrainingEdit edit = plantMistakes(
            *setup.dataset, plan.share,
            number == 0 ? plan.seed : Random::forTask(plan.seed, static_cast<std::uint64_t>(number)).next());
        std::vector<TrainIndex> planted;
        for (const auto& [index, value] : edit.relabelled)
            planted.push_back(index);
        const Stopwatch retraining;
        const Suspicion suspicion = setup.suspicion(relabelled(*setup.dataset, edit),
                                                    setup.retrainer->retrain(edit, nullptr, context));
        const double shared = retraining.seconds();
        for (const std::string& method : missing) {
            const Stopwatch ranking;
            MislabelRow row{number, method, static_cast<std::int64_t>(planted.size())};
            row.curve = inspectionCurve(triageOrder(suspicion(method, context)), planted);
            row.seconds = shared + ranking.seconds();
            sink(row, ++done, total);
            context.checkpoint("Ranking", done, total);
        }
    }
}

MislabelSummary summariseMislabels(const MislabelPlan& plan, const std::vector<MislabelRow>& rows)
{
    MislabelSummary summary;
    for (const std::string& method : plan.methods) {
        std::vector<const MislabelRow*> ordered; // by seed, whatever finished first
        for (int number = 0; number < plan.seeds; ++number)
            for (const MislabelRow& row : rows)
                if (row.seedNumber == number && row.method == method)
                    ordered.push_back(&row);
        if (ordered.empty())
            continue;
        std::vector<double> values;
        for (const double inspected : {0.01, 0.05, 0.1, 0.2, 0.5}) {
            values.clear();
            for (const MislabelRow* row : ordered)
                values.push_back(row->curve.foundAt(inspected));
            summary.rows.push_back({method, inspected, meanInterval(values)});
        }
        values.clear();
        for (const MislabelRow* row : ordered)
            values.push_back(row->curve.area);
        summary.areas.push_back({method, meanInterval(values)});
    }
    for (const MislabelRow& row : rows)
        summary.secondsPerRetraining += row.seconds / static_cast<double>(rows.size());
    return summary;
}

} // namespace representer
