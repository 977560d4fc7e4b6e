// What the low-rank models cost: training beside a plain single-threaded loop in the same run, and
// explanations, also as the number of ratings grows. One JSON line per measurement. --smoke for tiny sizes;
// by default MovieLens-1M of the folder REPRESENTER_DATA, with the errors of each model, or generated ratings
// of its size; --growth adds generated ratings from 10^5 to 10^7.
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/explainers/factor_explainers.h"
#include "core/importers/importer.h"
#include "core/trainers/mf_als.h"
#include "core/trainers/mf_sgd.h"
#include "core/trainers/rating_metrics.h"
#include "core/trainers/soft_impute.h"
#include "core/trainers/two_tower_trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string_view>

using namespace representer;

namespace {

// Ratings of a noisy table of rank 8. Items are drawn with a popularity that falls with the square root of
// their rank, as in collections of films; values in steps of half a unit.
std::shared_ptr<const RatingData> generated(std::size_t users, std::size_t items, std::size_t ratings)
{
    constexpr Eigen::Index rank = 8;
    Random random(1);
    auto data = std::make_shared<RatingData>();
    data->users.ids.resize(users);
    data->items.ids.resize(items);
    const auto drawn = [&](std::size_t rows) {
        RowMatrix factors(static_cast<Eigen::Index>(rows), rank);
        for (Eigen::Index i = 0; i < factors.size(); ++i)
            factors.data()[i] = 0.4 * random.normal();
        return factors;
    };
    const RowMatrix u = drawn(users), v = drawn(items);
    const std::size_t each = ratings / users;
    std::vector<char> taken(items);
    std::vector<std::int32_t> chosen;
    for (std::size_t a = 0; a < users; ++a) {
        chosen.clear();
        while (chosen.size() < std::min(each, items)) {
            const double x = random.uniform();
            const auto item =
                std::min(items - 1, static_cast<std::size_t>(x * x * static_cast<double>(items)));
            if (std::exchange(taken[item], 1) == 0)
                chosen.push_back(static_cast<std::int32_t>(item));
        }
        std::sort(chosen.begin(), chosen.end());
        for (const std::int32_t item : chosen) {
            taken[static_cast<std::size_t>(item)] = 0;
            const double f = u.row(static_cast<Eigen::Index>(a)).dot(v.row(item)) + 0.3 * random.normal();
            data->train.users.push_back(static_cast<std::int32_t>(a));
            data->train.items.push_back(item);
            data->train.values.push_back(static_cast<float>(std::clamp(std::round(2 * f) / 2, -1.0, 1.0)));
        }
    }
    return data;
}

// One validation and one test rating of each user held out, as the command line does it.
std::shared_ptr<const RatingData> movieLens(const std::filesystem::path& root)
{
    ImportRequest request;
    request.name = "ml-1m";
    request.paths = {root / "ml-1m"};
    request.holdoutPerUser = 1;
    return std::make_shared<const RatingData>(std::get<RatingData>(readDataset(request).content));
}

// Wall time, and the processor time that a busy machine does not distort. Median of `times` runs.
struct Cost {
    double seconds = 0;
    double processor = 0;
};

Cost measure(int times, const std::function<void()>& work)
{
    std::vector<double> wall, processor;
    for (int t = 0; t < times; ++t) {
        const std::clock_t clock = std::clock();
        const auto start = std::chrono::steady_clock::now();
        work();
        wall.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        processor.push_back(static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC);
    }
    const auto median = [](std::vector<double>& values) {
        std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                         values.end());
        return values[values.size() / 2];
    };
    return {median(wall), median(processor)};
}

// `related`: mean number of samples that share the user or the item, for explanations.
void report(const std::string& what, const RatingData& data, const Cost& cost, double units = 1,
            double related = 0)
{
    std::printf(
        "{\"benchmark\":\"%s\",\"ratings\":%zu,\"threads\":%d,\"seconds\":%.3g,\"processor_seconds\":%.3g",
        what.c_str(), data.train.size(), threadLimit(), cost.seconds / units, cost.processor / units);
    if (related > 0)
        std::printf(",\"related\":%.0f", related);
    std::puts("}");
    std::fflush(stdout);
}

// Training in full, and what it reaches: the error on the test part in training units, every rating counted
// once.
template<class Train>
void quality(const std::string& what, const RatingData& data, const Train& train)
{
    const std::clock_t clock = std::clock();
    const auto result = train();
    const double processor = static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC;
    std::printf(
        "{\"benchmark\":\"%s\",\"ratings\":%zu,\"threads\":%d,\"seconds\":%.3g,\"processor_seconds\":%.3g,"
        "\"optimality\":%.2g",
        what.c_str(), data.train.size(), threadLimit(), result.report.seconds, processor,
        result.report.optimality);
    const ModelContent content = result.model;
    if (const auto* factors = std::get_if<FactorModel>(&content))
        std::printf(",\"rank\":%lld,\"penalty\":%.4g", static_cast<long long>(factors->users.cols()),
                    factors->penalty);
    if (data.test.size() > 0)
        std::printf(",\"test_mae\":%.4f", ratingErrors(scoringFactors(content), data.test, data.scale).mae);
    std::puts("}");
    std::fflush(stdout);
}

// The same training written plainly: batches in a shuffled order, gradients of a batch summed, momentum on
// every row; doubles, one thread.
double referenceEpochs(const RatingData& data, int dim, int epochs)
{
    Random random(1);
    const auto k = static_cast<std::size_t>(dim);
    const std::size_t users = data.users.size() * k;
    std::vector<double> weights(users + data.items.size() * k), velocity(weights.size()),
        gradient(weights.size());
    for (double& value : weights)
        value = 0.1 * random.normal();
    std::vector<std::size_t> order(data.train.size());
    for (std::size_t e = 0; e < order.size(); ++e)
        order[e] = e;
    constexpr std::size_t batch = 3000;
    double sum = 0;
    for (int epoch = 0; epoch < epochs; ++epoch) {
        random.shuffle(order);
        for (std::size_t first = 0; first < order.size(); first += batch) {
            std::fill(gradient.begin(), gradient.end(), 0.0);
            for (std::size_t p = first; p < std::min(first + batch, order.size()); ++p) {
                const std::size_t e = order[p];
                const std::size_t u = static_cast<std::size_t>(data.train.users[e]) * k;
                const std::size_t v = users + static_cast<std::size_t>(data.train.items[e]) * k;
                double f = 0;
                for (std::size_t c = 0; c < k; ++c)
                    f += weights[u + c] * weights[v + c];
                const double slope = (f - static_cast<double>(data.train.values[e])) / batch;
                for (std::size_t c = 0; c < k; ++c) {
                    gradient[u + c] += slope * weights[v + c];
                    gradient[v + c] += slope * weights[u + c];
                }
                sum += slope * slope;
            }
            for (std::size_t w = 0; w < weights.size(); ++w) {
                velocity[w] = 0.9 * velocity[w] + gradient[w];
                weights[w] -= 4 * velocity[w];
            }
        }
    }
    return sum;
}

FactorModel randomModel(const RatingData& data, int dim, FactorModel::Origin origin)
{
    Random random(3);
    FactorModel model;
    model.origin = origin;
    model.penalty = origin == FactorModel::Origin::PlainMf ? 0 : 4;
    model.users.resize(static_cast<Eigen::Index>(data.users.size()), dim);
    model.items.resize(static_cast<Eigen::Index>(data.items.size()), dim);
    for (RowMatrix* rows : {&model.users, &model.items})
        for (Eigen::Index i = 0; i < rows->size(); ++i)
            rows->data()[i] = 0.2 * random.normal();
    return model;
}

// Explanations need factors of the right shape, not good ones.
void explanations(const std::shared_ptr<const RatingData>& data, const char* prefix, int queries)
{
    auto index = std::make_shared<const RatingIndex>(data->train, data->users.size(), data->items.size());
    FactorModel model = randomModel(*data, 16, FactorModel::Origin::PenalisedMf);
    for (int c = 0; c < 10; ++c)
        model.checkpoints.push_back({c + 1, 1, model.users, model.items});
    const auto content = std::make_shared<const ModelContent>(std::move(model));
    for (const char* method : {"high-dim", "fia", "tracin"}) {
        const auto explainer = makeFactorExplainer(method, data, index, content);
        // Pairs as they are asked for: ratings of the collection, so popular items more often. The same for
        // all.
        Random random(7);
        std::vector<UserItem> pairs;
        double related = 0;
        for (int q = 0; q < queries; ++q) {
            const auto row = static_cast<std::size_t>(random.below(data->train.size()));
            pairs.push_back({UserIndex{data->train.users[row]}, ItemIndex{data->train.items[row]}});
            related += index->rowsOfUser(pairs.back().user).size();
            related += static_cast<double>(index->rowsOfItem(pairs.back().item).size());
        }
        const Cost cost = measure(3, [&] {
            for (const UserItem& pair : pairs)
                if (explainer->explain(pair, {.top = 20}).contributions.empty())
                    std::abort();
        });
        report(prefix + std::string(method), *data, cost, queries, related / queries);
    }
}

} // namespace

int main(int argc, char** argv)
{
    bool smoke = false, growth = false;
    for (int a = 1; a < argc; ++a) {
        smoke = smoke || std::string_view(argv[a]) == "--smoke";
        growth = growth || std::string_view(argv[a]) == "--growth";
    }
    const int times = smoke ? 1 : 3;
    const char* root = std::getenv("REPRESENTER_DATA");
    const auto data = smoke             ? generated(300, 200, 6'000)
                      : root != nullptr ? movieLens(root)
                                        : generated(6'040, 3'706, 988'000);

    const FactorModel start = randomModel(*data, 16, FactorModel::Origin::PenalisedMf);
    constexpr int sweeps = 4;
    report("als sweep, k = 16", *data,
           measure(times,
                   [&] {
                       polishFactors(data->train, start,
                                     {.tolerance = 1e-12, .maxIterations = sweeps, .minSweeps = sweeps});
                   }),
           sweeps);

    const MfSgdOptions sgd{.dim = 16, .epochs = 10};
    const SgdPlan plan(*data, sgd);
    const TrainingEdit edit{{TrainIndex{5}}, {}};
    report("sgd retraining, 10 epochs, k = 16", *data,
           measure(times, [&] { runMfSgd(*data, sgd, plan, edit, {}); }));
    double sum = 0;
    report("reference: the same as a plain loop", *data,
           measure(times, [&] { sum += referenceEpochs(*data, 16, 10); }));
    if (!(sum > 0))
        return 1;
    quality("mf by sgd", *data, [&] { return trainMfSgd(*data, sgd); });
    quality("mf by als, k = 12, mu 4", *data, [&] { return trainMfAls(*data, {.dim = 12, .mu = 4}); });
    if (data->validation.size() > 0)
        quality("mf by als, k = 12, mu chosen", *data,
                [&] { return trainMfAls(*data, {.dim = 12, .mu = 0}); });
    FactorResult nuclear;
    quality("nuclear norm, lambda chosen", *data, [&] { return nuclear = trainNuclear(*data, {}); });
    quality("nuclear norm, that lambda given", *data, [&] {
        return trainNuclear(*data,
                            {.lambda = nuclear.model.penalty / static_cast<double>(data->train.size())});
    });
    quality("two-tower", *data, [&] {
        return trainTwoTower(*data, (smoke ? twoTowerPresets().back() : twoTowerPresets().front()).options);
    });

    explanations(data, "explain ", smoke ? 20 : 1000);
    if (smoke || growth)
        for (const std::size_t ratings : smoke ? std::vector<std::size_t>{2'000, 8'000}
                                               : std::vector<std::size_t>{100'000, 1'000'000, 10'000'000}) {
            const std::size_t users = ratings / (smoke ? 20 : 100);
            explanations(generated(users, smoke ? 200 : std::max<std::size_t>(1'000, users / 5), ratings),
                         "growth ", smoke ? 20 : 1000);
        }
    return 0;
}
