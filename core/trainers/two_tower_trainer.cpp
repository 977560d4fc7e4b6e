#include "core/trainers/two_tower_trainer.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/trainers/tower_run.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

void require(bool fine, const char* sentence)
{
    if (!fine)
        throw Error(Error::Kind::BadOption, sentence);
}

void checkInput(const RatingData& data, const TwoTowerOptions& options)
{
    require(data.train.size() > 0,
            "The training part has no ratings; import a dataset with ratings to train on.");
    require(options.dim >= 1, "The user embedding must have at least 1 dimension.");
    require(!options.hidden.empty(), "The tower must have at least 1 layer.");
    require(std::all_of(options.hidden.begin(), options.hidden.end(), [](int width) { return width >= 1; }),
            "Every layer of the tower must be at least 1 wide.");
    require(options.dropout >= 0 && options.dropout < 1, "The dropout must be at least 0 and below 1.");
    require(options.rate > 0 && std::isfinite(options.rate),
            "The learning rate must be above 0; 0.001 is usual for Adam.");
    require(options.batch >= 1, "A batch must have at least 1 rating.");
    require(options.epochs >= 1, "The training needs at least 1 epoch.");
    require(options.checkpoints >= 0, "The number of checkpoints must not be negative.");
    require(options.loss != Loss::SquaredHinge,
            "A two-tower network is trained with the squared or the logistic loss.");
    require(options.negatives >= 0 && std::isfinite(options.negatives),
            "The weight of negatives must not be negative.");
    const auto pairs =
        static_cast<std::int64_t>(data.users.size()) * static_cast<std::int64_t>(data.items.size());
    if (options.negatives > 0 && pairs > maxTowerPairs)
        throw Error(Error::Kind::BadOption,
                    "Training on all unobserved pairs visits each of the " +
                        std::to_string(data.users.size()) + " x " + std::to_string(data.items.size()) +
                        " pairs in every epoch, which is too many; raise --min-interactions at "
                        "import, or set the weight of negatives to 0.");
    const bool labels = std::all_of(data.train.values.begin(), data.train.values.end(),
                                    [](float value) { return value == 0 || value == 1; });
    require(options.loss != Loss::Logistic || labels, "The logistic loss needs labels 0 and 1; import the "
                                                      "ratings with --binarize, or use the squared loss.");
    require(options.loss != Loss::Logistic || !options.mean, "A fixed mean goes with the squared loss only.");
}

TwoTowerModel run(const RatingData& data, const TwoTowerOptions& options, const TrainingEdit& edit,
                  bool keepCheckpoints, TrainReport& report, const TaskContext& context)
{
    TowerRun training(data, options, edit);
    TwoTowerModel model;
    model.loss = options.loss;
    model.negativesWeight = options.negatives;
    model.offsets = training.offsets();
    const int kept = std::min(options.checkpoints, options.epochs);
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        context.checkpoint("Training", epoch, options.epochs);
        report.trace.push_back(training.epoch(epoch, context));
        context.stepped(report.trace.back());
        // Checkpoint c of n is due after epoch ceil(c epochs / n).
        const int due = static_cast<int>(model.checkpoints.size()) + 1;
        if (keepCheckpoints && due <= kept && (epoch + 1) * kept >= due * options.epochs)
            model.checkpoints.push_back({epoch + 1, options.rate, training.weights()});
    }
    model.weights = training.weights();
    report.iterations = options.epochs;
    report.objective = report.trace.back();
    report.stop = Stop::Epochs;
    return model;
}

class TwoTowerRetrainer final : public Retrainer {
public:
    TwoTowerRetrainer(std::shared_ptr<const RatingData> data, std::shared_ptr<const TwoTowerModel> model,
                      TwoTowerOptions options)
        : m_data(std::move(data)), m_model(std::move(model)), m_options(std::move(options))
    {
        checkInput(*m_data, m_options);
        m_bytes = TowerRun(*m_data, m_options, {}).bytes();
    }

    // Checkpoints are left out: a retraining is asked for its scores.
    ModelContent retrain(const TrainingEdit& edit, const ModelContent*,
                         const TaskContext& context) const override
    {
        if (edit.empty())
            return *m_model;
        TrainReport report;
        return run(*m_data, m_options, edit, false, report, context);
    }
    bool usesWarmStart() const override { return false; }
    std::size_t bytesPerWorker() const override { return m_bytes; }

private:
    std::shared_ptr<const RatingData> m_data;
    std::shared_ptr<const TwoTowerModel> m_model;
    TwoTowerOptions m_options;
    std::size_t m_bytes = 0;
};

} // namespace

const std::vector<TwoTowerPreset>& twoTowerPresets()
{
    static const std::vector<TwoTowerPreset> presets = [] {
        TwoTowerOptions reviews;
        reviews.dim = 16;
        reviews.hidden = {16, 16, 16};
        reviews.epochs = 10;
        TwoTowerOptions small;
        small.dim = 32;
        small.hidden = {32, 32, 32};
        small.batch = 300;
        return std::vector<TwoTowerPreset>{{"ml-1m", {}}, {"amazon", reviews}, {"ml-100k", small}};
    }();
    return presets;
}

TwoTowerResult trainTwoTower(const RatingData& data, const TwoTowerOptions& options,
                             const TaskContext& context)
{
    const Stopwatch watch;
    checkInput(data, options);
    TwoTowerResult result;
    result.model = run(data, options, {}, true, result.report, context);
    if (options.negatives > 0)
        result.notes.push_back("Every pair that was not observed counts as a negative with weight " +
                               std::to_string(options.negatives) + ".");
    result.report.seconds = watch.seconds();
    return result;
}

std::unique_ptr<Retrainer> makeTwoTowerRetrainer(std::shared_ptr<const RatingData> data,
                                                 std::shared_ptr<const TwoTowerModel> model,
                                                 TwoTowerOptions options)
{
    return std::make_unique<TwoTowerRetrainer>(std::move(data), std::move(model), std::move(options));
}

} // namespace representer
