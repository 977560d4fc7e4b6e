#include "core/operations/run_negatives.h"

#include "core/base/error.h"
#include "core/operations/trainer_options.h"
#include "core/store/study_store.h"
#include "core/studies/study_json.h"

namespace representer {

namespace {

constexpr std::string_view kNegatives = "negatives";

const RatingData& ratingsOf(const OpenModel& model)
{
    if (const auto* ratings = std::get_if<RatingData>(&model.dataset().content))
        return *ratings;
    throw Error(Error::Kind::BadOption, "The study of negative samples needs implicit feedback, but " +
                                            model.model().info.name +
                                            " was trained on other data; import ratings with --binarize.");
}

NegativeSetup negativeSetup(const OpenModel& model)
{
    const RatingData& data = ratingsOf(model);
    const ModelInfo& info = model.model().info;
    const RatingTraining training = ratingTraining(info.kind, info.options, data, info.seed);
    const auto* als = std::get_if<MfAlsOptions>(&training);
    if (als == nullptr)
        throw Error(Error::Kind::BadOption,
                    "The negatives of " + info.name +
                        " cannot be left out one by one; train it as mf with --optimizer als --loss logistic "
                        "--negatives 0.05.");
    return {&data, &std::get<FactorModel>(model.model().content), *als};
}

NegativeResult runRestOfNegatives(const Workspace& workspace, std::int64_t id, const NegativeSetup& setup,
                                  const NegativePlan& plan, const NegativeSink& observer,
                                  const TaskContext& context)
{
    const double seconds =
        runStored(workspace, id, [&](const std::set<std::string>& finished, const StoreRow& store) {
            runNegativeStudy(
                setup, plan, finished,
                [&](const NegativeRow& row, std::int64_t done, std::int64_t total) {
                    store(row.key(), rowToJson(row));
                    if (observer)
                        observer(row, done, total);
                },
                context);
        });
    NegativeResult result = loadNegatives(workspace, id);
    result.seconds = seconds;
    return result;
}

} // namespace

NegativeResult runNegatives(const Workspace& workspace, std::shared_ptr<const OpenModel> model,
                            const NegativePlan& plan, const NegativeSink& observer,
                            const TaskContext& context)
{
    const NegativeSetup setup = negativeSetup(*model);
    checkNegativeStudy(setup, plan);
    const ModelInfo& info = model->model().info;
    const std::int64_t id = createStudy(workspace, kNegatives, info.name, info.fingerprint, planToJson(plan));
    return runRestOfNegatives(workspace, id, setup, plan, observer, context);
}

NegativeResult resumeNegatives(const Workspace& workspace, std::int64_t id, const NegativeSink& observer,
                               const TaskContext& context)
{
    const StudyRecord record = requireStudy(workspace, id, kNegatives);
    const auto model = OpenModel::open(workspace, record.model, context);
    requireSameModel(headOf(record), model->model().info.fingerprint);
    return runRestOfNegatives(workspace, id, negativeSetup(*model), negativePlanFromJson(record.plan),
                              observer, context);
}

NegativeResult loadNegatives(const Workspace& workspace, std::int64_t id)
{
    const StudyRecord record = requireStudy(workspace, id, kNegatives);
    NegativeResult result{headOf(record)};
    result.plan = negativePlanFromJson(record.plan);
    for (const StudyRow& row : StudyStore(workspace).rows(id)) {
        result.rows.push_back(negativeRowFromJson(row.result));
        result.seconds += result.rows.back().seconds;
    }
    result.summary = summariseNegatives(result.plan, result.rows);
    return result;
}

std::vector<SuspectedNegative> suspectedNegatives(const OpenModel& model, NegativeRanking ranking,
                                                  std::size_t limit, const TaskContext& context)
{
    const NegativeSetup setup = negativeSetup(model);
    requireRemovableNegatives(*setup.original);
    const RatingData& data = *setup.data;
    const RatingIndex test(data.test, data.users.size(), data.items.size());
    const RatingIndex validation(data.validation, data.users.size(), data.items.size());
    std::vector<SuspectedNegative> suspects;
    for (const SuspectPair& pair :
         mostSuspectNegatives(*setup.original, data.train, ranking, static_cast<std::int64_t>(limit),
                              model.model().info.seed, context)) {
        const auto user = static_cast<std::size_t>(pair.user.value);
        const auto item = static_cast<std::size_t>(pair.item.value);
        suspects.push_back(
            {.rank = static_cast<int>(suspects.size()) + 1,
             .pair = pair,
             .user = data.users.ids[user],
             .item = data.items.ids[item],
             .title = data.items.titles.empty() ? data.items.ids[item] : data.items.titles[item],
             .prediction = setup.original->score(pair.user, pair.item),
             .heldOut = test.find(data.test, pair.user, pair.item).has_value() ||
                        validation.find(data.validation, pair.user, pair.item).has_value()});
    }
    return suspects;
}

} // namespace representer
