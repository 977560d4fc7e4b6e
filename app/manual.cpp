#include "app/manual.h"

#include <sstream>
#include <vector>

namespace representer {

namespace {

std::vector<const CLI::App*> visibleCommands(const CLI::App& parent)
{
    std::vector<const CLI::App*> commands;
    for (const CLI::App* command : parent.get_subcommands([](const CLI::App*) { return true; }))
        if (!command->get_group().empty())
            commands.push_back(command);
    return commands;
}

// Text for troff: a backslash, and a dot or quote at the start of a line, would be commands.
std::string roff(const std::string& text)
{
    std::string result;
    bool lineStart = true;
    for (const char c : text) {
        if (lineStart && (c == '.' || c == '\''))
            result += "\\&";
        if (c == '\\' || c == '-')
            result += '\\';
        result += c;
        lineStart = c == '\n';
    }
    return result;
}

void describeCommand(std::ostream& out, const CLI::App& command, const std::string& path)
{
    out << ".SS " << roff(path) << '\n' << roff(command.get_description()) << '\n';
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_name() == "--help,-h" || option->get_name(false, true) == "-h,--help")
            continue;
        out << ".TP\n.B " << roff(option->get_name(true, true)) << '\n' << roff(option->get_description()) << '\n';
    }
    if (!command.get_footer().empty())
        out << ".PP\n.nf\n" << roff(command.get_footer()) << "\n.fi\n";
    for (const CLI::App* inner : visibleCommands(command))
        describeCommand(out, *inner, path + " " + inner->get_name());
}

std::string manPage(const CLI::App& program)
{
    std::ostringstream out;
    out << ".TH REPRESENTER 1 \"\" \"representer " REPRESENTER_VERSION "\" \"User Commands\"\n"
        << ".SH NAME\nrepresenter \\- explain predictions by their training samples\n"
        << ".SH SYNOPSIS\n.B representer\n[\\fIWORKSPACE.rpx\\fR | \\fICOMMAND\\fR \\fIoptions\\fR]\n"
        << ".SH DESCRIPTION\n" << roff(program.get_description()) << "\n.SH COMMANDS\n";
    for (const CLI::App* command : visibleCommands(program))
        describeCommand(out, *command, command->get_name());
    out << ".SH EXIT STATUS\n0 done, 1 the work failed, 2 wrong usage, 130 interrupted.\n";
    return out.str();
}

std::string optionWords(const CLI::App& command)
{
    std::string words;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            words += " --" + name;
    for (const CLI::App* inner : visibleCommands(command))
        words += " " + inner->get_name();
    return words;
}

std::string bashCompletion(const CLI::App& program)
{
    std::string commands;
    std::ostringstream cases;
    for (const CLI::App* command : visibleCommands(program)) {
        commands += " " + command->get_name();
        std::string words = optionWords(*command);
        for (const CLI::App* inner : visibleCommands(*command))
            words += optionWords(*inner);
        cases << "        " << command->get_name() << ") words=\"" << words << "\" ;;\n";
    }
    return "# bash completion for representer\n"
           "_representer() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} words\n"
           "    case ${COMP_WORDS[1]} in\n" + cases.str() +
           "        *) words=\"" + commands + " --help --version\" ;;\n"
           "    esac\n"
           "    if [ \"$COMP_CWORD\" = 1 ]; then words=\"" + commands + " --help --version\"; fi\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "    [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- \"$current\"))\n"
           "}\n"
           "complete -F _representer representer\n";
}

} // namespace

void addManualCommands(CLI::App& program)
{
    program.add_subcommand("manual", "Prints the man page")->group("");
    program.add_subcommand("completion", "Prints the bash completion")->group("");
}

std::optional<std::string> manualText(const CLI::App& command, const CLI::App& program)
{
    if (command.get_name() == "manual")
        return manPage(program);
    if (command.get_name() == "completion")
        return bashCompletion(program);
    return std::nullopt;
}

} // namespace representer
