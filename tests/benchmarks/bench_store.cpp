// How quickly the workspace stores and loads, beside plain fwrite and fread of the same bytes in the same
// run. One JSON line per measurement; --smoke for a small size.
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "core/store/dataset_store.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace representer;
namespace fs = std::filesystem;

namespace {

// Rows like those of a text collection: n documents, p named terms.
Dataset textLike(Eigen::Index documents, Eigen::Index terms, Eigen::Index perDocument)
{
    Random random(1);
    DocumentData data;
    SparseRows x(documents, terms);
    x.reserve(Eigen::VectorXi::Constant(documents, static_cast<int>(perDocument)));
    for (Eigen::Index i = 0; i < documents; ++i) {
        const auto stride = static_cast<std::uint64_t>(terms / perDocument);
        for (Eigen::Index k = 0; k < perDocument; ++k)
            x.insert(i, k * static_cast<Eigen::Index>(stride) +
                            static_cast<Eigen::Index>(random.below(stride))) = random.uniform();
    }
    x.makeCompressed();
    data.train.x = std::move(x);
    data.train.labels.assign(static_cast<std::size_t>(documents), 1);
    for (Eigen::Index j = 0; j < terms; ++j)
        data.features.push_back("neighbouring words " + std::to_string(j));
    data.test.x.resize(0, terms);
    data.validation.x.resize(0, terms);
    Dataset dataset;
    dataset.content = std::move(data);
    countContent(dataset.info, dataset.content);
    dataset.info.name = "posts";
    return dataset;
}

std::size_t bytesOf(const Dataset& dataset)
{
    const auto& data = std::get<DocumentData>(dataset.content);
    std::size_t bytes = static_cast<std::size_t>(data.train.x.nonZeros()) * 12;
    for (const std::string& name : data.features)
        bytes += name.size() + 8;
    return bytes;
}

// Wall time, and the processor time that a busy machine does not distort.
struct Cost {
    double seconds = 0;
    double processor = 0;
};

class CostClock {
public:
    Cost cost() const
    {
        return {m_wall.seconds(), static_cast<double>(std::clock() - m_start) / CLOCKS_PER_SEC};
    }

private:
    Stopwatch m_wall;
    std::clock_t m_start = std::clock();
};

constexpr Cost kFailed{-1, -1};

Cost median(int times, const std::function<Cost()>& measure)
{
    std::vector<double> seconds;
    std::vector<double> processor;
    for (int i = 0; i < times; ++i) {
        const Cost cost = measure();
        seconds.push_back(cost.seconds);
        processor.push_back(cost.processor);
    }
    std::sort(seconds.begin(), seconds.end());
    std::sort(processor.begin(), processor.end());
    return {seconds[seconds.size() / 2], processor[processor.size() / 2]};
}

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

Cost writePlain(const fs::path& path, const std::vector<char>& bytes)
{
    const CostClock clock;
    const File file(std::fopen(path.c_str(), "wb"));
    if (!file || std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
        return kFailed;
    return clock.cost();
}

Cost readPlain(const fs::path& path, std::size_t size)
{
    const CostClock clock;
    const auto bytes = std::make_unique_for_overwrite<char[]>(size);
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file || std::fread(bytes.get(), 1, size, file.get()) != size)
        return kFailed;
    return clock.cost();
}

void print(const char* what, const Cost& cost, const Cost& plain, std::size_t bytes)
{
    const double megabytes = static_cast<double>(bytes) / 1e6;
    std::printf("{\"benchmark\": \"store\", \"what\": \"%s\", \"megabytes\": %.1f, \"seconds\": %.4f, "
                "\"processor_seconds\": %.4f, "
                "\"megabytes_per_second\": %.0f, \"plain_seconds\": %.4f, \"plain_processor_seconds\": %.4f, "
                "\"times_plain\": %.2f, \"processor_times_plain\": %.2f}\n",
                what, megabytes, cost.seconds, cost.processor, megabytes / cost.seconds, plain.seconds,
                plain.processor, cost.seconds / plain.seconds, cost.processor / plain.processor);
}

} // namespace

int main(int count, char** arguments)
{
    const bool smoke = count > 1 && std::strcmp(arguments[1], "--smoke") == 0;
    const int times = smoke ? 1 : 5;
    // Full size: that of 20 newsgroups with bigrams.
    const Dataset dataset = smoke ? textLike(500, 12000, 100) : textLike(18828, 1200000, 265);
    const std::size_t bytes = bytesOf(dataset);
    const fs::path folder =
        fs::temp_directory_path() / ("representer-bench-store-" + std::to_string(std::rand()));
    fs::create_directories(folder);

    const fs::path plainPath = folder / "plain";
    const std::vector<char> plainBytes(bytes, 'x');
    const Cost plainWrite = median(times, [&] { return writePlain(plainPath, plainBytes); });
    const Cost plainRead = median(times, [&] { return readPlain(plainPath, bytes); });

    const fs::path path = folder / "bench.rpx";
    const Cost store = median(times, [&] {
        fs::remove(path);
        const Workspace workspace(path);
        const CostClock clock;
        DatasetStore(workspace).add(dataset, {});
        return clock.cost();
    });
    const Cost load = median(times, [&] {
        const Workspace workspace(path);
        const CostClock clock;
        const Dataset back = DatasetStore(workspace).load("posts");
        return back.info.train == dataset.info.train ? clock.cost() : kFailed;
    });
    const Cost list = median(times, [&] {
        const CostClock clock;
        const Workspace workspace(path);
        return DatasetStore(workspace).list().size() == 1 ? clock.cost() : kFailed;
    });
    print("store", store, plainWrite, bytes);
    print("load", load, plainRead, bytes);
    std::printf("{\"benchmark\": \"store\", \"what\": \"open and list\", \"seconds\": %.5f}\n", list.seconds);
    fs::remove_all(folder);
    return store.seconds > 0 && load.seconds > 0 && list.seconds > 0 ? 0 : 1;
}
