#include "core/store/workspace.h"

#include "core/store/arrays.h"
#include "core/store/storage_error.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace representer {

namespace {

// An owner of arrays, and how to get it again.
struct Owner {
    const char* query; // bundle, what it is called, how to rebuild it
};
constexpr Owner kOwners[] = {
    {"SELECT bundle, 'the dataset \"' || name || '\"', 'import it again from ' || source FROM dataset"},
    {"SELECT bundle, 'the model \"' || name || '\"', 'train it again with the options ' || options FROM "
     "model"},
    {"SELECT bundle, 'what was prepared for the method ' || method, 'it is prepared again by itself' FROM "
     "prepared"},
};

void checkArrays(const Workspace& workspace, std::vector<std::string>& findings)
{
    for (const Owner& owner : kOwners) {
        SQLite::Statement rows(workspace.database(), owner.query);
        while (rows.executeStep()) {
            const std::string who = rows.getColumn(1).getString();
            const std::string remedy = rows.getColumn(2).getString();
            for (const std::string& name : ArrayBundle(workspace, rows.getColumn(0).getInt64()).damaged())
                findings.push_back("In " + who + " the array " + name +
                                   " is damaged; it can be rebuilt: " + remedy + ".");
        }
    }
}

} // namespace

std::vector<std::string> Workspace::check() const
{
    std::vector<std::string> findings;
    try {
        SQLite::Statement integrity(database(), "PRAGMA integrity_check(20)");
        while (integrity.executeStep())
            if (const std::string text = integrity.getColumn(0).getString(); text != "ok")
                findings.push_back("The structure of the file is damaged: " + text + ".");
        SQLite::Statement references(database(), "PRAGMA foreign_key_check");
        while (references.executeStep())
            findings.push_back("A row of the table " + references.getColumn(0).getString() +
                               " belongs to a missing row of " + references.getColumn(2).getString() + ".");
        checkArrays(*this, findings);
    } catch (const SQLite::Exception& exception) {
        // Damage deep enough to stop the reading is a finding too; anything else (locked, interrupted) is a
        // failure.
        constexpr int corrupt = 11;
        constexpr int notADatabase = 26;
        const int code = exception.getErrorCode() & 0xff;
        if (code != corrupt && code != notADatabase)
            throwStorageError(*this, "Checking", exception);
        findings.push_back(
            "The file is too damaged to be read further: " + std::string(exception.getErrorStr()) +
            ". Make a new workspace and import the datasets again; studies and notes need a backup.");
    }
    return findings;
}

} // namespace representer
