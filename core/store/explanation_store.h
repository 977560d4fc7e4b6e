#pragma once

#include "core/store/workspace.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// Something the user wants to find again: an explanation, a note, a pin, a view.
struct SavedItem {
    std::int64_t id = 0; // given by add()
    std::string model;   // name; empty when it belongs to none
    std::string kind;    // "explanation", "note", "pin", "view"
    std::string name;
    nlohmann::json content;
    std::string created = {}; // UTC, ISO 8601; given by add()
};

class ExplanationStore {
public:
    explicit ExplanationStore(const Workspace& workspace) : m_workspace(&workspace) {}

    std::int64_t add(const SavedItem& item) const;
    std::vector<SavedItem>
    list(std::string_view kind = {}) const; // newest first; all kinds when none is named
    SavedItem require(std::int64_t id) const;
    void rename(std::int64_t id, std::string_view name) const;
    void remove(std::int64_t id) const;

private:
    const Workspace* m_workspace;
};

} // namespace representer
