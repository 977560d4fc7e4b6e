#pragma once

#include <CLI/App.hpp>

#include <optional>
#include <string>

namespace representer {

// `representer manual` (a man page) and `representer completion` (bash), both made from the same texts as --help.
void addManualCommands(CLI::App& program);
// The text of one of these two commands, or nothing when `command` is another one.
std::optional<std::string> manualText(const CLI::App& command, const CLI::App& program);

} // namespace representer
