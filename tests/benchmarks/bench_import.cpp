// How fast texts become arrays: LIBSVM and ratings against a plain stream parser in the same run, and TF-IDF.
// bench_import [--smoke]; one JSON line per case.
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "core/data/vectoriser.h"
#include "core/importers/importer.h"
#include "core/importers/libsvm_parser.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace representer;

namespace {

template<class Work>
double medianSeconds(int times, Work work)
{
    std::vector<double> seconds;
    for (int i = 0; i < times; ++i) {
        const Stopwatch watch;
        work();
        seconds.push_back(watch.seconds());
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
}

// Rows like those of TF-IDF: some hundred ids up to a million, values with seven digits.
std::string libsvmText(std::size_t bytes)
{
    Random random(1);
    std::string text;
    text.reserve(bytes + 8192);
    while (text.size() < bytes) {
        text += random.below(2) ? "+1" : "-1";
        std::uint64_t index = 0;
        for (auto k = 50 + random.below(400); k > 0; --k) {
            index += 1 + random.below(4000);
            text += ' ' + std::to_string(index) + ":0." + std::to_string(1000000 + random.below(9000000));
        }
        text += '\n';
    }
    return text;
}

// What most programs do: one stream per line.
std::size_t naiveLibsvm(const std::string& text)
{
    std::istringstream lines(text);
    std::string line, token;
    std::vector<double> values, labels;
    std::vector<int> columns;
    while (std::getline(lines, line)) {
        std::istringstream tokens(line);
        double label = 0;
        tokens >> label;
        labels.push_back(label);
        while (tokens >> token) {
            const auto colon = token.find(':');
            columns.push_back(std::stoi(token.substr(0, colon)));
            values.push_back(std::stod(token.substr(colon + 1)));
        }
    }
    return values.size();
}

std::filesystem::path writeRatings(const std::filesystem::path& folder, int users, int perUser)
{
    Random random(2);
    const auto path = folder / "ratings.dat";
    std::ofstream file(path, std::ios::binary);
    for (int user = 1; user <= users; ++user)
        for (int k = 0; k < perUser; ++k)
            file << user << "::" << 1 + random.below(4000) << "::" << 1 + random.below(5) << "::0\n";
    return path;
}

std::vector<std::string> writtenTexts(std::size_t count)
{
    Random random(3);
    std::vector<std::string> texts(count);
    for (auto& text : texts)
        for (auto k = 100 + random.below(400); k > 0; --k) { // frequent words first, as in language
            const double u = random.uniform();
            text += "w" + std::to_string(static_cast<int>(60000 * u * u * u * u)) + ' ';
        }
    return texts;
}

} // namespace

int main(int argc, char** argv)
{
    const bool smoke = argc > 1 && std::string_view(argv[1]) == "--smoke";
    const int times = smoke ? 1 : 3;
    const auto folder = std::filesystem::temp_directory_path() / "representer-bench-import";
    std::filesystem::create_directories(folder);

    const auto text = libsvmText(smoke ? std::size_t{1} << 20 : std::size_t{127} << 20);
    const double megabytes = static_cast<double>(text.size()) / 1e6;
    std::ofstream(folder / "rows", std::ios::binary) << text;
    ImportRequest request;
    request.name = "rows";
    request.paths = {folder / "rows"};
    const double parse = medianSeconds(times, [&] { parseLibsvm(text, "rows"); });
    const double whole = medianSeconds(times, [&] { readDataset(request); });
    const double naive = medianSeconds(1, [&] { naiveLibsvm(text); });
    std::printf("{\"case\": \"libsvm\", \"megabytes\": %.1f, \"threads\": %d, \"parse_mb_per_s\": %.0f, "
                "\"read_and_split_mb_per_s\": %.0f, \"stream_parser_mb_per_s\": %.1f, \"ratio\": %.1f}\n",
                megabytes, threadLimit(), megabytes / parse, megabytes / whole, megabytes / naive,
                naive / parse);

    const int users = smoke ? 60 : 6000, perUser = 166;
    request.paths = {writeRatings(folder, users, perUser)};
    const double ratings = medianSeconds(times, [&] { readDataset(request); });
    std::printf("{\"case\": \"ratings\", \"rows\": %d, \"seconds\": %.3f, \"rows_per_s\": %.0f}\n",
                users * perUser, ratings, users * perUser / ratings);

    const auto texts = writtenTexts(smoke ? 200 : 18828);
    FittedTexts fitted;
    const double fit = medianSeconds(times, [&] { fitted = fitVectoriser({}, texts); });
    std::printf("{\"case\": \"tf-idf\", \"texts\": %zu, \"features\": %lld, \"seconds\": %.3f}\n",
                texts.size(), static_cast<long long>(fitted.x.cols()), fit);
    std::filesystem::remove_all(folder);
}
