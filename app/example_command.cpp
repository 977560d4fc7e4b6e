// example: what a newcomer without a display sees.
#include "app/commands.h"
#include "app/example.h"
#include "app/window.h"

#include "core/operations/example_workspace.h"
#include "core/operations/explanation_output.h"
#include "core/operations/open_model.h"
#include "core/operations/point_selector.h"

#include <memory>

namespace representer {

void ensureExampleWorkspace(const std::filesystem::path& path, const TaskContext& context)
{
    if (!std::filesystem::exists(path))
        buildExampleWorkspace(Workspace(path), context);
}

void addExampleCommand(CLI::App& program, WorkTable& works)
{
    auto* command = program.add_subcommand("example", "Build the bundled example and explain one prediction of it");
    auto picture = std::make_shared<std::string>();
    command->add_option("--picture", *picture, "Also draw the window into this PNG file; needs no display")->type_name("FILE");
    command->footer("Example:\n  representer example --picture explorer.png");
    works[command] = [picture](const CommandSession& session) {
        buildExampleWorkspace(session.openWorkspace(Workspace::Mode::OpenOrCreate), session.context());
        const Workspace workspace = session.openWorkspace(Workspace::Mode::ReadOnly);
        const auto open = OpenModel::open(workspace, "ratings-mf", session.context());
        PointSelector first;
        first.sample = 0;
        ExplainOptions options;
        options.top = 6;
        const Explanation explanation = open->explain(selectPoint(*open, first), "high-dim", options);
        const auto samples = open->describe(explanation);
        Reply reply;
        reply.document = explanationJson(*open, explanation, samples, {});
        reply.tables.push_back(explanationTable(*open, explanation, samples));
        if (!picture->empty()) {
            drawWindow(session.workspacePath(), *picture);
            reply.document["picture"] = *picture;
            reply.lines.push_back("No window can be opened without a display: it is drawn in " + *picture + ".");
            reply.lines.push_back("The same explanation in words (the data of this example is synthetic):");
        }
        return reply;
    };
}

} // namespace representer
