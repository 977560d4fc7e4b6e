#pragma once

#include "core/base/task_context.h"
#include "core/models/model.h"
#include "core/store/workspace.h"

#include <optional>
#include <string_view>
#include <vector>

namespace representer {

class ModelStore {
public:
    explicit ModelStore(const Workspace& workspace) : m_workspace(&workspace) {}

    std::vector<ModelInfo> list() const;
    std::optional<ModelInfo> find(std::string_view name) const;
    ModelInfo require(std::string_view name) const; // throws NotFound naming what is there

    void add(const Model& model, const TaskContext& context = {}, bool replace = false) const;
    void remove(std::string_view name) const;

    enum class Checkpoints { Leave, Load };
    Model load(std::string_view name, Checkpoints checkpoints = Checkpoints::Leave,
               const TaskContext& context = {}) const;

private:
    const Workspace* m_workspace;
};

} // namespace representer
