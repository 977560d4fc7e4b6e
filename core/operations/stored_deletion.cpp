#include "core/operations/stored_deletion.h"

#include "core/store/study_store.h"
#include "core/studies/deletion_json.h"

namespace representer {

namespace {
constexpr std::string_view kDeletion = "deletion";
}

std::int64_t createDeletion(const Workspace& workspace, const StudySubject& subject, const DeletionPlan& plan)
{
    nlohmann::json json = planToJson(plan);
    json["unit"] = subject.unit;
    json["userUnits"] = subject.userUnits;
    return createStudy(workspace, kDeletion, subject.model, subject.fingerprint, std::move(json));
}

StudyResult runStoredDeletion(const Workspace& workspace, std::int64_t id, const DeletionSetup& setup,
                              const StudyObserver& observer, const TaskContext& context)
{
    const DeletionPlan plan = planFromJson(requireStudy(workspace, id, kDeletion).plan);
    const double seconds =
        runStored(workspace, id, [&](const std::set<std::string>& finished, const StoreRow& store) {
            runDeletionStudy(
                setup, plan, finished,
                [&](const DeletionRow& row, const DeletionProgress& progress) {
                    store(row.key(), rowToJson(row));
                    if (observer)
                        observer({id, &row, progress});
                },
                context);
        });
    StudyResult result = loadStudy(workspace, id);
    result.seconds = seconds;
    return result;
}

StudyResult loadStudy(const Workspace& workspace, std::int64_t id)
{
    const StudyRecord record = requireStudy(workspace, id, kDeletion);
    StudyResult result{headOf(record)};
    result.unit = record.plan.value("unit", "");
    result.userUnits = record.plan.value("userUnits", 1.0);
    result.plan = planFromJson(record.plan);
    for (const StudyRow& row : StudyStore(workspace).rows(id)) {
        result.rows.push_back(rowFromJson(row.result));
        result.seconds += result.rows.back().seconds;
    }
    result.summary = summarise(result.plan, result.rows);
    return result;
}

} // namespace representer
