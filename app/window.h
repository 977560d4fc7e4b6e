#pragma once

#include <filesystem>

namespace representer {

// Opens the window on the workspace named on the command line, or on the default one, which holds the bundled
// examples at first start.
int runWindow(int argc, char** argv);

// Draws the window, with the explanation of a first point in it, into a PNG file; needs no display.
void drawWindow(const std::filesystem::path& workspace, const std::filesystem::path& picture);

} // namespace representer
