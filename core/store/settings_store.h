#pragma once

#include "core/store/workspace.h"

#include <optional>
#include <string>
#include <string_view>

namespace representer {

// Small texts by key that belong to the workspace: what was open, which point was looked at.
class SettingsStore {
public:
    explicit SettingsStore(const Workspace& workspace) : m_workspace(&workspace) {}

    std::optional<std::string> get(std::string_view key) const;
    void set(std::string_view key, std::string_view value) const;

private:
    const Workspace* m_workspace;
};

} // namespace representer
