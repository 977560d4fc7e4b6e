#include "core/operations/stored_study.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/store/study_store.h"

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

} // namespace

std::int64_t createStudy(const Workspace& workspace, std::string_view kind, const std::string& model,
                         const std::string& fingerprint, nlohmann::json plan)
{
    StudyRecord record;
    record.model = model;
    record.kind = kind;
    record.plan = std::move(plan);
    record.plan["fingerprint"] = fingerprint;
    record.state = "paused";
    return StudyStore(workspace).create(record);
}

StudyRecord requireStudy(const Workspace& workspace, std::int64_t id, std::string_view kind)
{
    StudyRecord record = StudyStore(workspace).require(id);
    if (record.kind != kind)
        throw Error(Error::Kind::NotFound, "Study " + std::to_string(id) + " is a study of " + record.kind +
                                               ", not of " + std::string(kind) + ".");
    return record;
}

StudyHead headOf(const StudyRecord& record)
{
    return {record.id, record.model, record.plan.value("fingerprint", ""), record.state};
}

void requireSameModel(const StudyHead& study, const std::string& fingerprint)
{
    if (study.fingerprint != fingerprint)
        throw Error(Error::Kind::BadOption, "The model " + study.model + " was trained again after study " +
                                                std::to_string(study.study) +
                                                " began, so its rows would not fit together; start a new "
                                                "study.");
}

double
runStored(const Workspace& workspace, std::int64_t id,
          const std::function<void(const std::set<std::string>& finished, const StoreRow& store)>& work)
{
    const StudyStore store(workspace);
    std::set<std::string> finished;
    for (const StudyRow& row : store.rows(id))
        finished.insert(row.key);
    const Stopwatch stopwatch;
    store.setState(id, "running");
    try {
        work(finished,
             [&](const std::string& key, const nlohmann::json& result) { store.append(id, key, result); });
    } catch (const Cancelled&) {
        setStateQuietly(store, id, "paused");
        throw;
    } catch (const Error& error) {
        setStateQuietly(store, id, "failed");
        if (error.kind() != Error::Kind::Storage)
            throw;
        throw Error(error.kind(), std::string(error.what()) +
                                      " The rows that were finished are kept: `representer study resume " +
                                      std::to_string(id) + "` goes on with them.");
    } catch (...) {
        setStateQuietly(store, id, "failed");
        throw;
    }
    store.setState(id, "finished");
    return stopwatch.seconds();
}

} // namespace representer
