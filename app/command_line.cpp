#include "app/command_line.h"

#include "app/commands.h"
#include "app/manual.h"
#include "app/reply.h"
#include "app/command_session.h"
#include "core/base/error.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <filesystem>
#include <iostream>
#include <string_view>

namespace representer {

namespace {

void addCommonOptions(CLI::App& command, CommonOptions& options)
{
    command.add_option("--workspace", options.workspace, "Workspace file (*.rpx); without it the one in your data folder")
        ->type_name("FILE");
    command.add_option("--format", options.format, "text, json, csv, tsv, markdown, latex or html")
        ->check(CLI::IsMember({"text", "json", "csv", "tsv", "markdown", "latex", "html"}))
        ->type_name("FORMAT");
    command.add_option("--output", options.output, "Write to this file instead of standard output")->type_name("FILE");
    command.add_option("--seed", options.seed, "Seed of everything random (0)")->type_name("N");
    command.add_option("--threads", options.threads, "Worker threads (0: one per core)")
        ->check(CLI::Range(0, 1024))->type_name("N");
    command.add_flag("--quiet", options.quiet, "No progress bar");
}

// Subcommands of subcommands included.
void addCommonOptionsToAll(CLI::App& program, CommonOptions& options)
{
    for (CLI::App* command : program.get_subcommands([](CLI::App*) { return true; })) {
        if (command->get_subcommands([](CLI::App*) { return true; }).empty())
            addCommonOptions(*command, options);
        else
            addCommonOptionsToAll(*command, options);
    }
}

const CLI::App* chosenCommand(const CLI::App& program)
{
    const CLI::App* command = &program;
    while (!command->get_subcommands().empty())
        command = command->get_subcommands().front();
    return command == &program ? nullptr : command;
}

int fail(int code, const std::string& sentence)
{
    std::cerr << "representer: " << sentence << '\n';
    return code;
}

} // namespace

bool asksForWindow(int argc, const char* const* argv)
{
    if (argc <= 1)
        return true;
    return argc == 2 && std::string_view(argv[1]).ends_with(".rpx");
}

int runCommandLine(int argc, const char* const* argv)
{
    CLI::App program("Explains predictions of sparse and low-rank models by their training samples.\n"
                     "Without a subcommand it opens the window: representer [WORKSPACE.rpx]",
                     "representer");
    program.set_version_flag("--version", "representer " REPRESENTER_VERSION);
    program.require_subcommand(0, 1);
    CommonOptions options;
    WorkTable works;
    addDataCommands(program, works);
    addModelCommands(program, works);
    addExplainCommands(program, works);
    addStudyCommands(program, works);
    addWhatIfCommands(program, works);
    addTriageCommands(program, works);
    addExampleCommand(program, works);
    addCommonOptionsToAll(program, options);
    addManualCommands(program); // hidden, without the common options: they print and leave

    try {
        program.parse(argc, argv);
    } catch (const CLI::Success& asked) { // --help, --version
        return program.exit(asked);
    } catch (const CLI::ParseError& mistake) {
        return fail(2, std::string(mistake.what()) + " See representer --help.");
    }
    const CLI::App* command = chosenCommand(program);
    if (command == nullptr) {
        std::cout << program.help();
        return 0;
    }
    if (const auto text = manualText(*command, program)) {
        std::cout << *text;
        return 0;
    }
    try {
        const CommandSession session(options);
        writeReply(works.at(command)(session), options);
        return 0;
    } catch (const Cancelled&) {
        return fail(130, "interrupted; the workspace is as it was before, except for study rows already finished.");
    } catch (const Error& error) {
        return fail(error.kind() == Error::Kind::BadOption ? 2 : 1, error.what());
    } catch (const std::bad_alloc&) {
        return fail(1, "not enough memory for this; close other programs or use a smaller dataset.");
    } catch (const std::exception& error) {
        return fail(1, std::string("unexpected failure: ") + error.what());
    }
}

} // namespace representer
