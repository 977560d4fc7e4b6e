#pragma once

#include <string>

namespace representer {

// Everything but the window. Returns the exit code: 0 done, 1 the work failed, 2 wrong usage, 130 interrupted.
int runCommandLine(int argc, const char* const* argv);

// Whether these arguments ask for the window: none at all, or one workspace file.
bool asksForWindow(int argc, const char* const* argv);

} // namespace representer
