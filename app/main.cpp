// `representer` alone or with a workspace opens the window; every subcommand works without a display.
#include "app/command_line.h"
#include "app/window.h"

int main(int argc, char** argv)
{
    using namespace representer;
    return asksForWindow(argc, argv) ? runWindow(argc, argv) : runCommandLine(argc, argv);
}
