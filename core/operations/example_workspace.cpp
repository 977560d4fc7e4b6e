#include "core/operations/example_workspace.h"

#include "core/operations/example_digits.h"
#include "core/operations/example_documents.h"
#include "core/operations/example_ratings.h"
#include "core/operations/train_model.h"
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"

namespace representer {

namespace {

constexpr std::uint64_t kSeed = 1;

// Chosen so that each model is good on its test part and its explanations are short enough to read.
std::vector<TrainRequest> exampleTrainings()
{
    return {
        {"documents-l1", ModelKind::L1, "example-documents", {{"C", 10.0}}, kSeed},
        {"ratings-mf",
         ModelKind::Mf,
         "example-ratings",
         {{"optimizer", "als"}, {"dim", 8}, {"mu", 3.0}},
         kSeed},
        {"ratings-nuclear", ModelKind::Nuclear, "example-ratings", {{"offset", "mean"}}, kSeed},
        {"digits-trace", ModelKind::Trace, "digits-4-9", nlohmann::json::object(), kSeed},
    };
}

} // namespace

void buildExampleWorkspace(const Workspace& workspace, const TaskContext& context)
{
    const DatasetStore datasets(workspace);
    if (!datasets.find("example-ratings"))
        datasets.add(makeExampleRatings(kSeed).dataset, context);
    if (!datasets.find("example-documents"))
        datasets.add(makeExampleDocuments(kSeed, context).dataset, context);
    if (!datasets.find("digits-4-9"))
        datasets.add(makeExampleDigits(kSeed), context);
    const ModelStore models(workspace);
    for (const TrainRequest& training : exampleTrainings())
        if (!models.find(training.name))
            trainModel(workspace, training, context);
}

} // namespace representer
