#include "app/reply.h"

#include "app/command_session.h"
#include "core/base/atomic_file.h"

#include <iostream>
#include <sstream>

namespace representer {

namespace {

std::string replyText(const Reply& reply, const std::string& format)
{
    if (format == "json")
        return reply.document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    std::ostringstream out;
    if (format == "text")
        for (const std::string& line : reply.lines)
            out << line << '\n';
    bool first = true;
    for (const Table& table : reply.tables) {
        if (!first)
            out << '\n';
        writeTable(table, *tableFormatFromName(format), out);
        first = false;
    }
    return out.str();
}

} // namespace

void writeReply(const Reply& reply, const CommonOptions& options)
{
    const std::string text = replyText(reply, options.format);
    if (options.output.empty())
        std::cout << text << std::flush;
    else
        writeFileAtomically(options.output, text);
}

} // namespace representer
