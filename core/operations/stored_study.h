#pragma once

#include "core/base/task_context.h"
#include "core/store/workspace.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace representer {

struct StudyRecord;

// What every study in a workspace has, whatever it studies.
struct StudyHead {
    std::int64_t study = 0;
    std::string model;
    std::string fingerprint; // of the model's parameters when the study began
    std::string state;       // "finished", "paused", "failed", "running"
};

// A new study without rows; returns its id. `fingerprint` becomes part of the plan.
std::int64_t createStudy(const Workspace& workspace, std::string_view kind, const std::string& model,
                         const std::string& fingerprint, nlohmann::json plan);

// The study with this id; throws NotFound when it is of another kind.
StudyRecord requireStudy(const Workspace& workspace, std::int64_t id, std::string_view kind);
StudyHead headOf(const StudyRecord& record);
// Throws when the model was trained again since the study began: its rows would not fit together.
void requireSameModel(const StudyHead& study, const std::string& fingerprint);

// Stores one finished row; on the thread that runs the study.
using StoreRow = std::function<void(const std::string& key, const nlohmann::json& result)>;

// Calls work(keys that are stored, where to store more). Each row is stored as it finishes: whatever ends the
// run - cancelling (the study is then "paused"), a full disk ("failed"), a power cut - the finished rows
// stay, and running it again goes on to the same result as if nothing had happened. Returns the seconds it
// took.
double
runStored(const Workspace& workspace, std::int64_t id,
          const std::function<void(const std::set<std::string>& finished, const StoreRow& store)>& work);

} // namespace representer
