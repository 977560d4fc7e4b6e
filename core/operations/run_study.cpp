#include "core/operations/run_study.h"

#include "core/studies/training_selection.h"

namespace representer {

namespace {

DeletionSetup deletionSetup(const OpenModel& model, const TaskContext& context)
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

StudySubject subjectOf(const OpenModel& model)
{
    const ModelInfo& info = model.model().info;
    if (const auto* ratings = std::get_if<RatingData>(&model.dataset().content))
        return {info.name, info.fingerprint, "training units", ratings->scale.half()};
    return {info.name, info.fingerprint, "logits", 1};
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

DeletionCost estimateDeletion(const OpenModel& model, const DeletionPlan& plan, const TaskContext& context)
{
    return estimateDeletionStudy(deletionSetup(model, context), plan, context);
}

StudyResult runDeletion(const Workspace& workspace, std::shared_ptr<const OpenModel> model,
                        const DeletionPlan& plan, const StudyObserver& observer, const TaskContext& context)
{
    const DeletionSetup setup = deletionSetup(*model, context);
    const std::int64_t id =
        createDeletion(workspace, subjectOf(*model), checkedPlan(plan, setup.trainingSize));
    return runStoredDeletion(workspace, id, setup, observer, context);
}

StudyResult resumeStudy(const Workspace& workspace, std::int64_t id, const StudyObserver& observer,
                        const TaskContext& context)
{
    const StudyResult begun = loadStudy(workspace, id);
    const auto model = OpenModel::open(workspace, begun.model, context);
    requireSameModel(begun, model->model().info.fingerprint);
    return runStoredDeletion(workspace, id, deletionSetup(*model, context), observer, context);
}

} // namespace representer
