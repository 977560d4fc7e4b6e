#pragma once

#include "app/reply.h"
#include "app/command_session.h"

#include <CLI/App.hpp>

#include <functional>
#include <map>

namespace representer {

// The work of each subcommand, run after the whole command line was understood.
using Work = std::function<Reply(const CommandSession&)>;
using WorkTable = std::map<const CLI::App*, Work>;

// Each adds its subcommands to the program and their work to the table.
void addDataCommands(CLI::App& program, WorkTable& works);    // import, list, show, remove, check
void addModelCommands(CLI::App& program, WorkTable& works);   // train, adopt, export-model
void addExplainCommands(CLI::App& program, WorkTable& works); // predict, explain
void addStudyCommands(CLI::App& program, WorkTable& works);   // study
void addWhatIfCommands(CLI::App& program, WorkTable& works);  // what-if, flip
void addTriageCommands(CLI::App& program, WorkTable& works);  // triage
void addExampleCommand(CLI::App& program, WorkTable& works);  // example

} // namespace representer
