// How quickly a deletion study retrains, through the same calls as the window: from the click (the model is
// open, nothing is prepared) to the first dot of a curve and to its end, every row stored. One JSON line per
// model.
//   --smoke                                 a size for ctest: the bundled examples, two k
//   (nothing)                               the bundled examples, five k
//   --workspace FILE --model NAME           any model; the study is removed from the workspace afterwards
//   --methods M,M  --k K,K  --points N      what is studied, by default two methods, five k and one point
#include "core/base/parallel.h"
#include "core/base/stopwatch.h"
#include "core/operations/example_documents.h"
#include "core/operations/example_ratings.h"
#include "core/operations/run_study.h"
#include "core/operations/train_model.h"
#include "core/store/dataset_store.h"
#include "core/store/study_store.h"

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <sstream>

#include <unistd.h>

using namespace representer;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> splitAtCommas(const std::string& text)
{
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, ',');)
        parts.push_back(part);
    return parts;
}

double processorSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

void measure(const Workspace& workspace, const std::string& name, const DeletionRequest& request)
{
    const Stopwatch opening;
    const auto model = OpenModel::open(workspace, name);
    const double openSeconds = opening.seconds();
    const Stopwatch clock;
    const double processorStart = processorSeconds();
    double firstDot = 0;
    const StudyResult study =
        runDeletion(workspace, model, planDeletion(*model, request), [&](const StudyProgress& at) {
            if (at.progress.done == 1)
                firstDot = clock.seconds();
        });
    const double seconds = clock.seconds();
    const double processor = processorSeconds() - processorStart;
    StudyStore(workspace).remove(study.study);
    std::printf(
        "{\"benchmark\":\"deletion curve\",\"model\":\"%s\",\"training_samples\":%lld,\"methods\":%zu,"
        "\"points\":%zu,\"retrainings\":%lld,\"threads\":%d,\"open_seconds\":%.3f,"
        "\"first_dot_seconds\":%.3f,\"seconds\":%.3f,\"processor_seconds\":%.3f,"
        "\"retrainings_per_second\":%.2f}\n",
        name.c_str(), static_cast<long long>(model->dataset().info.train), request.methods.size(),
        request.tests, static_cast<long long>(study.summary.retrainings), threadLimit(), openSeconds,
        firstDot, seconds, processor, static_cast<double>(study.summary.retrainings) / seconds);
    std::fflush(stdout);
}

void measureExamples(DeletionRequest request, const std::vector<std::string>& percentages)
{
    const fs::path path =
        fs::temp_directory_path() / ("bench_studies." + std::to_string(::getpid()) + ".rpx");
    {
        const Workspace workspace(path);
        DatasetStore(workspace).add(makeExampleDocuments().dataset, {});
        DatasetStore(workspace).add(makeExampleRatings().dataset, {});
        trainModel(workspace, {"l1", ModelKind::L1, "example-documents", {{"C", 10.0}}});
        trainModel(workspace, {"sgd", ModelKind::Mf, "example-ratings", {{"optimizer", "sgd"}}});
        trainModel(workspace, {"nuclear", ModelKind::Nuclear, "example-ratings"});
        measure(workspace, "sgd", request);
        measure(workspace, "nuclear", request);
        request.k = percentages;
        measure(workspace, "l1", request);
    }
    for (const char* ending : {"", "-wal", "-shm"})
        fs::remove(path.string() + ending);
}

} // namespace

int main(int argc, char** argv)
{
    DeletionRequest request;
    request.methods = {"high-dim", "random"};
    request.k = {"10", "20", "30", "40", "50"};
    std::vector<std::string> percentages{"1%", "2%", "3%", "4%", "5%"};
    std::string file, model;
    for (int i = 1; i < argc; ++i) {
        const std::string option = argv[i];
        if (option == "--smoke") {
            request.k = {"1", "2"};
            percentages = {"1%", "2%"};
        } else if (i + 1 < argc) {
            const std::string value = argv[++i];
            if (option == "--workspace")
                file = value;
            else if (option == "--model")
                model = value;
            else if (option == "--methods")
                request.methods = splitAtCommas(value);
            else if (option == "--k")
                request.k = percentages = splitAtCommas(value);
            else if (option == "--points")
                request.tests = static_cast<std::size_t>(std::stoul(value));
        }
    }
    if (file.empty())
        measureExamples(request, percentages);
    else
        measure(Workspace(file, Workspace::Mode::OpenExisting), model, request);
    return 0;
}
