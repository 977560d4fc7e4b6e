// Sparse linear models: training and retraining against LIBLINEAR, explanations against a plain Eigen
// product, growth with the number of documents. Prints one JSON line per measurement. usage: bench_sparse
// [--smoke] [FILE [C [POSITIVE...]]], FILE being anything that can be imported as documents; POSITIVE are the
// classes that become label 1, as for `import --positive`, and leave 40 % for testing. 20 newsgroups:
// bench_sparse 20news-18828.tar.xz 10 'comp.*' 'sci.*' misc.forsale
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "core/explainers/high_dim_linear.h"
#include "core/explainers/influence_function.h"
#include "core/importers/importer.h"
#include "core/trainers/l1_trainer.h"

#include <linear.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iostream>
#include <numeric>
#include <optional>

using namespace representer;

namespace {

void silent(const char*) {}

// Documents with word frequencies like a text's: rank r appears with probability about 1/r; 30 words tell the
// class.
DocumentPart documents(int rows, int words, int length, std::uint64_t seed)
{
    Random random(seed);
    DocumentPart part;
    std::vector<Eigen::Triplet<double, std::int32_t>> entries;
    for (int i = 0; i < rows; ++i) {
        double f = 0;
        for (int k = 0; k < length; ++k) {
            const int word = std::min(words - 1, static_cast<int>(std::pow(words, random.uniform())) - 1);
            entries.emplace_back(i, word, 1.0);
            f += word % 37 == 5 ? 1.5 : word % 37 == 6 ? -1.5 : 0.0;
        }
        part.labels.push_back(random.uniform() < sigmoid(f) ? 1 : 0);
    }
    part.x.resize(rows, words);
    part.x.setFromTriplets(entries.begin(), entries.end());
    part.x.makeCompressed();
    for (Eigen::Index i = 0; i < part.x.rows(); ++i)
        part.x.row(i) /= std::max(1e-12, part.x.row(i).norm());
    return part;
}

struct Liblinear {
    double seconds = 0; // of CPU
    double wallSeconds = 0;
    Vector theta;
};

// Of this process: what others run at the same time counts less than in seconds on the wall.
double cpuSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Liblinear liblinear(const DocumentPart& part, double C, const std::vector<bool>& removed,
                    double eps = 0.01) // LIBLINEAR's default
{
    set_print_string_function(silent);
    std::vector<feature_node> nodes;
    nodes.reserve(static_cast<std::size_t>(part.x.nonZeros() + part.x.rows()));
    std::vector<std::size_t> starts;
    std::vector<double> labels;
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (removed[i])
            continue;
        starts.push_back(nodes.size());
        const SparseRowView row = rowView(part.x, static_cast<Eigen::Index>(i));
        for (std::size_t k = 0; k < row.columns.size(); ++k)
            nodes.push_back({row.columns[k] + 1, row.values[k]});
        nodes.push_back({-1, 0});
        labels.push_back(part.labels[i] == 1 ? 1 : -1);
    }
    std::vector<feature_node*> rows;
    for (const std::size_t start : starts)
        rows.push_back(&nodes[start]);
    problem p{};
    p.l = static_cast<int>(rows.size());
    p.n = static_cast<int>(part.x.cols());
    p.y = labels.data();
    p.x = rows.data();
    p.bias = -1;
    parameter options{};
    options.solver_type = L1R_LR;
    options.C = C;
    options.eps = eps;
    const double start = cpuSeconds();
    const Stopwatch watch;
    ::model* trained = train(&p, &options);
    Liblinear result{cpuSeconds() - start, watch.seconds(),
                     (trained->label[0] == 1 ? 1.0 : -1.0) * Eigen::Map<const Vector>(trained->w, p.n)};
    free_and_destroy_model(&trained);
    return result;
}

double objective(const DocumentPart& part, double C, const Vector& theta, const std::vector<bool>& removed)
{
    const Vector f = part.x * theta;
    double sum = theta.lpNorm<1>();
    for (std::size_t i = 0; i < part.size(); ++i)
        if (!removed[i])
            sum += C * lossValue(Loss::Logistic, f[static_cast<Eigen::Index>(i)], part.labels[i]);
    return sum;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

void print(const nlohmann::json& line)
{
    std::cout << line.dump() << std::endl;
}

// 1-5 % of the samples: drawn at random, or those a method names first (for even k as pushing up, for odd k
// as pushing down) for one test document after the other, as deletion studies do.
std::vector<std::size_t> removalOf(std::string_view kind, const DocumentData& data,
                                   const HighDimLinear& highDim, const InfluenceFunction& influence, int k,
                                   std::size_t count)
{
    std::vector<std::size_t> order(data.train.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(static_cast<std::uint64_t>(k));
    random.shuffle(order);
    if (kind != "random") {
        Vector scores(data.train.x.rows());
        const DocumentPart& tests = data.test.size() > 0 ? data.test : data.train;
        const SparseRowView row = rowView(tests.x, (37 * k) % tests.x.rows());
        if (kind == "high-dim")
            highDim.scores(row, scores);
        else
            influence.scores(row, scores);
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const double first = scores[static_cast<Eigen::Index>(a)],
                         second = scores[static_cast<Eigen::Index>(b)];
            return k % 2 == 0 ? first > second : first < second;
        });
    }
    order.resize(count);
    std::sort(order.begin(), order.end());
    return order;
}

// Every removal once on one core and once on all of them, against LIBLINEAR's cold fit.
void measureRetraining(const std::shared_ptr<const DocumentData>& data,
                       const std::shared_ptr<const SparseLinearModel>& model, const L1Options& options,
                       int retrainings)
{
    const DocumentPart& part = data->train;
    const auto retrainer = makeL1Retrainer(data, model, options);
    const HighDimLinear highDim(data, model);
    const InfluenceFunction influence(data, model, false);
    std::vector<double> allRatios, allWallRatios;
    for (const std::string_view removal : {"random", "high-dim", "influence"}) {
        std::vector<double> ratios, wallRatios, retrainSeconds, retrainWall;
        double excess = -1;
        for (int k = 0; k < retrainings; ++k) {
            const auto count = static_cast<std::size_t>(
                std::max(1.0, 0.01 * (1 + k % 5) * static_cast<double>(part.size())));
            TrainingEdit edit;
            std::vector<bool> removed(part.size(), false);
            for (const std::size_t i : removalOf(removal, *data, highDim, influence, k, count)) {
                removed[i] = true;
                edit.removed.push_back({static_cast<std::int32_t>(i)});
            }
            const double begin = cpuSeconds();
            const ModelContent again = retrainer->retrain(edit, nullptr, {});
            retrainSeconds.push_back(cpuSeconds() - begin);
            setThreadLimit(0);
            const Stopwatch watch;
            retrainer->retrain(edit, nullptr, {});
            retrainWall.push_back(watch.seconds());
            setThreadLimit(1);
            const Liblinear cold = liblinear(part, options.C, removed);
            wallRatios.push_back(cold.wallSeconds / retrainWall.back());
            ratios.push_back(cold.seconds / retrainSeconds.back());
            excess = std::max(excess,
                              objective(part, options.C, std::get<SparseLinearModel>(again).theta, removed) /
                                      objective(part, options.C, cold.theta, removed) -
                                  1);
        }
        allRatios.insert(allRatios.end(), ratios.begin(), ratios.end());
        allWallRatios.insert(allWallRatios.end(), wallRatios.begin(), wallRatios.end());
        print({{"bench", "retrain"},
               {"removed", removal},
               {"tolerance", options.tolerance},
               {"documents", part.size()},
               {"median_cpu_seconds", median(retrainSeconds)},
               {"median_times_faster_than_liblinear_cold", median(ratios)},
               {"all_cores_median_seconds", median(retrainWall)},
               {"all_cores_median_times_faster", median(wallRatios)},
               {"largest_objective_excess", excess}});
    }
    print({{"bench", "retrain"},
           {"removed", "all of these"},
           {"tolerance", options.tolerance},
           {"median_times_faster_than_liblinear_cold", median(allRatios)},
           {"all_cores_median_times_faster", median(allWallRatios)}});
}

// Returns the seconds of one iteration of the cold training.
double measureTraining(const std::shared_ptr<const DocumentData>& data, double C, int retrainings)
{
    const DocumentPart& part = data->train;
    std::vector<bool> none(part.size(), false);
    const Liblinear theirs = liblinear(part, C, none);
    const L1Options options{.C = C};
    const double start = cpuSeconds();
    const L1Result ours = trainL1(part.x, part.labels, options);
    const double seconds = cpuSeconds() - start;
    // The first tolerance with which LIBLINEAR's objective is ours.
    Liblinear equal = theirs;
    double eps = 0.01;
    while (eps > 1e-7 && objective(part, C, equal.theta, none) > ours.report.objective * (1 + 1e-6)) {
        eps /= 10;
        equal = liblinear(part, C, none, eps);
    }
    print({{"bench", "train"},
           {"documents", part.size()},
           {"features", part.x.cols()},
           {"cpu_seconds", seconds},
           {"optimality", ours.report.optimality},
           {"liblinear_cpu_seconds", theirs.seconds},
           {"objective_excess", ours.report.objective / objective(part, C, theirs.theta, none) - 1},
           {"liblinear_equal_eps", eps},
           {"liblinear_equal_cpu_seconds", equal.seconds},
           {"liblinear_equal_excess", objective(part, C, equal.theta, none) / ours.report.objective - 1}});

    const auto model = std::make_shared<SparseLinearModel>(ours.model);
    // To the certificate that explanations need, and to the one that is enough for an objective not above
    // LIBLINEAR's.
    for (const double tolerance : {options.tolerance, 1e-2})
        measureRetraining(data, model, {.C = C, .tolerance = tolerance}, retrainings);
    return seconds / ours.report.iterations;
}

void measureExplanations(const std::shared_ptr<const DocumentData>& data, double C, int queries,
                         std::optional<double> trainingIteration = {})
{
    const DocumentPart& part = data->train;
    const auto model =
        std::make_shared<SparseLinearModel>(trainL1(part.x, part.labels, {.C = C, .tolerance = 1e-6}).model);
    // As training is measured: processor time of one thread, and the middle of several.
    std::vector<double> preparations;
    for (int k = 0; k < 5; ++k) {
        const double begin = cpuSeconds();
        const HighDimLinear once(data, model);
        preparations.push_back(cpuSeconds() - begin);
    }
    const double prepared = median(preparations);
    const HighDimLinear highDim(data, model);
    const Stopwatch prepareInfluence;
    const InfluenceFunction influence(data, model, false);
    const double preparedInfluence = prepareInfluence.seconds();

    // The straightforward way: a_i * (X (|theta| x')) with Eigen.
    Vector global(part.x.rows()), scores(part.x.rows());
    const Vector f = model->scores(part.x);
    for (Eigen::Index i = 0; i < f.size(); ++i)
        global[i] = -C * lossSlope(model->loss, f[i], part.labels[static_cast<std::size_t>(i)]);
    std::vector<double> quick, plain, influences;
    double difference = 0;
    const DocumentPart& tests = data->test.size() > 0 ? data->test : part;
    // One method after the other, as they are used: each finds its own arrays in the cache.
    std::vector<Vector> quickScores;
    for (int k = 0; k < queries; ++k) {
        const Stopwatch watch;
        highDim.scores(rowView(tests.x, k % tests.x.rows()), scores);
        quick.push_back(watch.seconds());
        if (k < 20)
            quickScores.push_back(scores);
    }
    for (int k = 0; k < queries; ++k) {
        const Eigen::Index row = k % tests.x.rows();
        const Stopwatch watch;
        const Vector weighted = model->theta.cwiseAbs().cwiseProduct(Vector(tests.x.row(row).transpose()));
        const Vector reference = global.cwiseProduct(part.x * weighted);
        plain.push_back(watch.seconds());
        if (k < 20)
            difference = std::max(
                difference, (reference - quickScores[static_cast<std::size_t>(k)]).lpNorm<Eigen::Infinity>());
    }
    for (int k = 0; k < queries; ++k) {
        const Stopwatch watch;
        influence.scores(rowView(tests.x, k % tests.x.rows()), scores);
        influences.push_back(watch.seconds());
    }
    nlohmann::json line{{"bench", "explain"},
                        {"documents", part.size()},
                        {"support", (model->theta.array() != 0).count()},
                        {"prepare_seconds", prepared},
                        {"median_ms", 1e3 * median(quick)},
                        {"eigen_median_ms", 1e3 * median(plain)},
                        {"times_faster", median(plain) / median(quick)},
                        {"largest_difference", difference},
                        {"influence_prepare_seconds", preparedInfluence},
                        {"influence_median_ms", 1e3 * median(influences)}};
    if (trainingIteration)
        line["prepare_per_training_iteration"] = prepared / *trainingIteration;
    print(line);
}

} // namespace

int main(int argc, char** argv)
{
    const bool smoke = argc > 1 && std::string_view(argv[1]) == "--smoke";
    setThreadLimit(1); // LIBLINEAR has one thread
    auto data = std::make_shared<DocumentData>();
    double C = 10;
    const int at = smoke ? 2 : 1;
    if (argc > at) {
        ImportRequest request;
        request.name = "bench";
        request.paths = {argv[at]};
        request.positive.assign(argv + std::min(argc, at + 2), argv + argc);
        request.testFraction = request.positive.empty() ? 0.1 : 0.4;
        *data = std::get<DocumentData>(readDataset(request).content);
        if (argc > at + 1)
            C = std::stod(argv[at + 1]);
    } else {
        data->train = documents(smoke ? 500 : 10000, smoke ? 2000 : 300000, 150, 1);
        data->test = documents(smoke ? 20 : 1000, smoke ? 2000 : 300000, 150, 2);
    }
    const double iteration = measureTraining(data, C, smoke ? 2 : 20);
    measureExplanations(data, C, smoke ? 20 : 500, iteration);
    if (argc <= at)
        for (const int rows :
             smoke ? std::vector<int>{200, 400} : std::vector<int>{10'000, 100'000, 1'000'000}) {
            auto grown = std::make_shared<DocumentData>();
            grown->train = documents(rows, 100000, 40, 3);
            grown->test = documents(100, 100000, 40, 4);
            measureExplanations(grown, 1000.0 / rows, smoke ? 10 : 100);
        }
    return 0;
}
