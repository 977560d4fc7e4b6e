#pragma once

#include "core/store/workspace.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// What a study is: its plan, never its results.
struct StudyRecord {
    std::int64_t id = 0;    // given by create(), from 1 on
    std::string model = {}; // name
    std::string kind = {};  // "deletion", "negatives"
    nlohmann::json plan = {};
    std::string state = "running"; // "running", "paused", "finished", "failed"
    std::string created = {};      // UTC, ISO 8601; given by create()
    std::int64_t rowCount = 0;
};

// One finished task of a study.
struct StudyRow {
    std::string key; // names the task within its study
    nlohmann::json result;
};

// Studies and their results. Each row is stored in a transaction of its own as soon as it is known, so that a
// killed study goes on where it stood.
class StudyStore {
public:
    explicit StudyStore(const Workspace& workspace) : m_workspace(&workspace) {}

    std::int64_t create(const StudyRecord& study) const; // its model must be in the workspace
    std::vector<StudyRecord> list() const;               // newest first
    StudyRecord require(std::int64_t id) const;          // throws NotFound naming what is there
    void setState(std::int64_t id, std::string_view state) const;
    void remove(std::int64_t id) const;

    // A key that is there already keeps its first result.
    void append(std::int64_t id, std::string_view key, const nlohmann::json& result) const;
    std::vector<StudyRow> rows(std::int64_t id) const; // in the order they were appended

private:
    const Workspace* m_workspace;
};

} // namespace representer
