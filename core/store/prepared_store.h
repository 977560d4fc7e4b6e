#pragma once

#include "core/base/task_context.h"
#include "core/store/arrays.h"
#include "core/store/workspace.h"

#include <functional>
#include <optional>
#include <string>

namespace representer {

// What an explainer computed for a model and may need again. Only a cache: it may be dropped at any time, and
// goes by itself with the last model of that content.
struct PreparedKey {
    std::string modelFingerprint;
    std::string method;
    int formatVersion = 1; // raised by the explainer when the meaning of its arrays changes
};

class PreparedStore {
public:
    explicit PreparedStore(const Workspace& workspace) : m_workspace(&workspace) {}

    // Another process may drop it while it is read: check the lengths of what was read.
    std::optional<ArrayBundle> find(const PreparedKey& key) const;
    // `write` fills the bundle, within one transaction; what was there under this key is replaced. Without a
    // model of that content (removed meanwhile) nothing is stored: nobody would ever remove it. Another writer
    // is not waited for: a cache is not worth it.
    void store(const PreparedKey& key, const std::function<void(const ArrayBundle&)>& write,
               const TaskContext& context = {}) const;
    void dropAll() const;

private:
    const Workspace* m_workspace;
};

} // namespace representer
