#include "core/operations/run_study.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/store/study_store.h"
#include "core/studies/deletion_json.h"
#include "core/studies/training_selection.h"

namespace representer {

namespace {

DeletionSetup setupOf(const OpenModel& model, const TaskContext& context)
{
    DeletionSetup setup;
    setup.original = &model.model().content;
    setup.retrainer = &model.retrainer(context);
    setup.explainer = [&model](std::string_view method) -> const Explainer& {
        return model.explainer(method);
    };
    setup.score = [&model](const ModelContent& content, const TestPoint& point) {
        return model.trainedScore(content, point);
    };
    setup.trainingSize = trainingSize(model.dataset());
    return setup;
}

// The state says how the last run ended; a study left "running" was killed.
void setStateQuietly(const StudyStore& store, std::int64_t id, std::string_view state)
{
    try {
        store.setState(id, state);
    } catch (const Error&) {
        // The disk that failed the row fails this too; the row's error is the one to tell.
    }
}

StudyResult runStored(const Workspace& workspace, std::int64_t id, const OpenModel& model,
                      const DeletionPlan& plan, const StudyObserver& observer, const TaskContext& context)
{
    const StudyStore store(workspace);
    std::set<std::string> finished;
    for (const StudyRow& row : store.rows(id))
        finished.insert(row.key);
    const Stopwatch stopwatch;
    store.setState(id, "running");
    try {
        runDeletionStudy(
            setupOf(model, context), plan, finished,
            [&](const DeletionRow& row, const DeletionProgress& progress) {
                store.append(id, row.key(), rowToJson(row));
                if (observer)
                    observer({id, &row, progress});
            },
            context);
    } catch (const Cancelled&) {
        setStateQuietly(store, id, "paused");
        throw;
    } catch (...) {
        setStateQuietly(store, id, "failed");
        throw;
    }
    store.setState(id, "finished");
    StudyResult result = loadStudy(workspace, id);
    result.seconds = stopwatch.seconds();
    return result;
}

StudyRecord requireDeletion(const StudyStore& store, std::int64_t id)
{
    StudyRecord record = store.require(id);
    if (record.kind != "deletion")
        throw Error(Error::Kind::NotFound, "Study " + std::to_string(id) + " is a study of " + record.kind +
                                               ", not a deletion study.");
    return record;
}

} // namespace

DeletionPlan planDeletion(const OpenModel& model, const DeletionRequest& request)
{
    DeletionPlan plan;
    plan.methods = request.methods;
    plan.signs = request.signs;
    plan.joint = request.joint;
    plan.seed = request.seed;
    for (const auto& k : request.k)
        plan.sizes.push_back(parseDeletionSize(k));
    if (!request.points.empty()) {
        plan.trials = {request.points};
    } else {
        const ScoreFunction score = [&](const ModelContent& m, const TestPoint& p) {
            return model.trainedScore(m, p);
        };
        plan.trials = drawTrials(testPoints(model.dataset(), model.model().content, score, request.filter),
                                 request.tests, request.trials, request.seed);
    }
    plan = checkedPlan(std::move(plan), trainingSize(model.dataset()));
    for (const auto& method : plan.methods)
        model.explainer(method); // refuses, with the reason, what this model cannot have
    return plan;
}

StudyResult runDeletion(const Workspace& workspace, std::shared_ptr<const OpenModel> model,
                        const DeletionPlan& plan, const StudyObserver& observer, const TaskContext& context)
{
    const DeletionPlan checked = checkedPlan(plan, trainingSize(model->dataset()));
    StudyRecord record;
    record.model = model->model().info.name;
    record.kind = "deletion";
    record.plan = planToJson(checked);
    record.plan["fingerprint"] = model->model().info.fingerprint;
    const auto* ratings = std::get_if<RatingData>(&model->dataset().content);
    record.plan["unit"] = ratings ? "training units" : "logits";
    record.plan["userUnits"] = ratings ? ratings->scale.half() : 1.0;
    const std::int64_t id = StudyStore(workspace).create(record);
    return runStored(workspace, id, *model, checked, observer, context);
}

StudyResult resumeStudy(const Workspace& workspace, std::int64_t id, const StudyObserver& observer,
                        const TaskContext& context)
{
    const StudyRecord record = requireDeletion(StudyStore(workspace), id);
    const auto model = OpenModel::open(workspace, record.model, context);
    if (record.plan.value("fingerprint", "") != model->model().info.fingerprint)
        throw Error(Error::Kind::BadOption, "The model " + record.model + " was trained again after study " +
                                                std::to_string(id) +
                                                " began, so its rows would not fit together; start "
                                                "a new study.");
    return runStored(workspace, id, *model, planFromJson(record.plan), observer, context);
}

StudyResult loadStudy(const Workspace& workspace, std::int64_t id)
{
    const StudyStore store(workspace);
    const StudyRecord record = requireDeletion(store, id);
    StudyResult result;
    result.study = id;
    result.model = record.model;
    result.state = record.state;
    result.plan = planFromJson(record.plan);
    result.unit = record.plan.value("unit", "logits");
    result.userUnits = record.plan.value("userUnits", 1.0);
    for (const StudyRow& row : store.rows(id)) {
        result.rows.push_back(rowFromJson(row.result));
        result.seconds += result.rows.back().seconds;
    }
    result.summary = summarise(result.plan, result.rows);
    return result;
}

DeletionCost estimateDeletion(const OpenModel& model, const DeletionPlan& plan, const TaskContext& context)
{
    return estimateDeletionStudy(setupOf(model, context), plan, context);
}

} // namespace representer
