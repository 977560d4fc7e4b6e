#include "core/operations/stored_deletion.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/store/study_store.h"
#include "core/studies/deletion_json.h"

namespace representer {

namespace {

// The state says how the last run ended; a study left "running" was killed.
void setStateQuietly(const StudyStore& store, std::int64_t id, std::string_view state)
{
    try {
        store.setState(id, state);
    } catch (const Error&) {
        // The disk that failed the row fails this too; the row's error is the one to tell.
    }
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

std::int64_t createDeletion(const Workspace& workspace, const StudySubject& subject, const DeletionPlan& plan)
{
    StudyRecord record;
    record.model = subject.model;
    record.kind = "deletion";
    record.plan = planToJson(plan);
    record.plan["fingerprint"] = subject.fingerprint;
    record.plan["unit"] = subject.unit;
    record.plan["userUnits"] = subject.userUnits;
    record.state = "paused";
    return StudyStore(workspace).create(record);
}

StudyResult runStoredDeletion(const Workspace& workspace, std::int64_t id, const DeletionSetup& setup,
                              const StudyObserver& observer, const TaskContext& context)
{
    const StudyStore store(workspace);
    const DeletionPlan plan = planFromJson(requireDeletion(store, id).plan);
    std::set<std::string> finished;
    for (const StudyRow& row : store.rows(id))
        finished.insert(row.key);
    const Stopwatch stopwatch;
    store.setState(id, "running");
    try {
        runDeletionStudy(
            setup, plan, finished,
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

StudyResult loadStudy(const Workspace& workspace, std::int64_t id)
{
    const StudyStore store(workspace);
    const StudyRecord record = requireDeletion(store, id);
    StudyResult result;
    result.study = id;
    result.model = record.model;
    result.fingerprint = record.plan.value("fingerprint", "");
    result.unit = record.plan.value("unit", "");
    result.userUnits = record.plan.value("userUnits", 1.0);
    result.state = record.state;
    result.plan = planFromJson(record.plan);
    for (const StudyRow& row : store.rows(id)) {
        result.rows.push_back(rowFromJson(row.result));
        result.seconds += result.rows.back().seconds;
    }
    result.summary = summarise(result.plan, result.rows);
    return result;
}

} // namespace representer
