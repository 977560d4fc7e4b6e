#pragma once

#include "core/base/task_context.h"

#include <SQLiteCpp/Transaction.h>

#include <optional>

namespace representer {

class Workspace;

// BEGIN IMMEDIATE ... COMMIT; without commit() everything is rolled back. While it lives, a stop request
// interrupts the running statement, which then throws Cancelled through guarded(). Waits for another writer,
// cancellably, up to `patience` seconds.
class WriteTransaction {
public:
    static constexpr double usualPatience = 3;
    explicit WriteTransaction(const Workspace& workspace, const TaskContext& context = {},
                              double patience = usualPatience);
    ~WriteTransaction();
    WriteTransaction(const WriteTransaction&) = delete;
    WriteTransaction& operator=(const WriteTransaction&) = delete;

    void commit();

private:
    const Workspace* m_workspace;
    TaskContext m_context;
    std::optional<SQLite::Transaction> m_transaction;
};

} // namespace representer
