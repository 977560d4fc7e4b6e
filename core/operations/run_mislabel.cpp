#include "core/operations/run_mislabel.h"

#include "core/operations/triage.h"
#include "core/store/study_store.h"
#include "core/studies/study_json.h"

namespace representer {

namespace {

constexpr std::string_view kMislabel = "mislabel";

MislabelSetup mislabelSetup(const OpenModel& model, const TaskContext& context)
{
    MislabelSetup setup;
    setup.dataset = &model.dataset();
    setup.retrainer = &model.retrainer(context);
    setup.suspicion = [&model](Dataset wrong, ModelContent content) -> Suspicion {
        auto wrongModel = std::make_shared<Model>(model.model());
        wrongModel->content = std::move(content);
        const auto opened =
            OpenModel::ofParts(std::make_shared<const Dataset>(std::move(wrong)), std::move(wrongModel));
        return [opened](const std::string& method, const TaskContext& inner) {
            return suspicion(*opened, method, inner);
        };
    };
    return setup;
}

MislabelResult runRestOfMislabel(const Workspace& workspace, std::int64_t id, const OpenModel& model,
                                 const MislabelPlan& plan, const MislabelSink& observer,
                                 const TaskContext& context)
{
    const double seconds =
        runStored(workspace, id, [&](const std::set<std::string>& finished, const StoreRow& store) {
            runMislabelStudy(
                mislabelSetup(model, context), plan, finished,
                [&](const MislabelRow& row, std::int64_t done, std::int64_t total) {
                    store(row.key(), rowToJson(row));
                    if (observer)
                        observer(row, done, total);
                },
                context);
        });
    MislabelResult result = loadMislabel(workspace, id);
    result.seconds = seconds;
    return result;
}

} // namespace

MislabelResult runMislabel(const Workspace& workspace, std::shared_ptr<const OpenModel> model,
                           const MislabelPlan& plan, const MislabelSink& observer, const TaskContext& context)
{
    checkMislabelPlan(model->dataset(), plan);
    for (const std::string& method : plan.methods)
        if (method != "loss")
            model->explainer(method, context); // refuses, with the reason, what this model cannot have
    const ModelInfo& info = model->model().info;
    const std::int64_t id = createStudy(workspace, kMislabel, info.name, info.fingerprint, planToJson(plan));
    return runRestOfMislabel(workspace, id, *model, plan, observer, context);
}

MislabelResult resumeMislabel(const Workspace& workspace, std::int64_t id, const MislabelSink& observer,
                              const TaskContext& context)
{
    const StudyRecord record = requireStudy(workspace, id, kMislabel);
    const auto model = OpenModel::open(workspace, record.model, context);
    requireSameModel(headOf(record), model->model().info.fingerprint);
    return runRestOfMislabel(workspace, id, *model, mislabelPlanFromJson(record.plan), observer, context);
}

MislabelResult loadMislabel(const Workspace& workspace, std::int64_t id)
{
    const StudyRecord record = requireStudy(workspace, id, kMislabel);
    MislabelResult result{headOf(record)};
    result.plan = mislabelPlanFromJson(record.plan);
    for (const StudyRow& row : StudyStore(workspace).rows(id)) {
        result.rows.push_back(mislabelRowFromJson(row.result));
        result.seconds += result.rows.back().seconds;
    }
    result.summary = summariseMislabels(result.plan, result.rows);
    return result;
}

} // namespace representer
