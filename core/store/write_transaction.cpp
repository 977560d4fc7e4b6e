#include "core/store/write_transaction.h"

#include "core/base/stopwatch.h"
#include "core/store/workspace.h"

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

namespace representer {

namespace {

constexpr int kInstructionsPerLook = 20000; // well below a millisecond of SQLite's virtual machine

int stopRequested(void* context)
{
    return static_cast<const TaskContext*>(context)->stopToken().stop_requested() ? 1 : 0;
}

} // namespace

WriteTransaction::WriteTransaction(const Workspace& workspace, const TaskContext& context, double patience)
    : m_workspace(&workspace), m_context(context)
{
    SQLite::Database& database = workspace.database();
    for (const Stopwatch waited; !m_transaction;) {
        m_context.throwIfStopped();
        try {
            m_transaction.emplace(database, SQLite::TransactionBehavior::IMMEDIATE);
        } catch (const SQLite::Exception& exception) {
            if ((exception.getErrorCode() & 0xff) != SQLITE_BUSY || waited.seconds() > patience)
                throw;
        }
    }
    if (m_context.stopToken().stop_possible())
        sqlite3_progress_handler(database.getHandle(), kInstructionsPerLook, &stopRequested, &m_context);
}

WriteTransaction::~WriteTransaction()
{
    // First, so that the rollback itself is not interrupted.
    sqlite3_progress_handler(m_workspace->database().getHandle(), 0, nullptr, nullptr);
}

void WriteTransaction::commit()
{
    m_context.throwIfStopped();
    m_transaction->commit();
}

} // namespace representer
