#include "core/trainers/rating_retrainer.h"

#include "core/base/error.h"
#include "core/trainers/factor_newton.h"

#include <mutex>

namespace representer {

namespace {

constexpr std::size_t factorBytes(const FactorModel& model)
{
    return sizeof(double) * static_cast<std::size_t>(model.users.size() + model.items.size());
}

// Optimum or stationary point of the edited objective, from a nearby one.
class StationaryRetrainer final : public Retrainer {
public:
    StationaryRetrainer(std::shared_ptr<const RatingData> data, std::shared_ptr<const ModelContent> original,
                        std::variant<NuclearOptions, MfAlsOptions> training)
        : m_data(std::move(data)), m_original(std::move(original)), m_training(std::move(training))
    {
    }

    ModelContent retrain(const TrainingEdit& edit, const ModelContent* warmStart,
                         const TaskContext& context) const override
    {
        if (edit.empty())
            return *m_original;
        const auto& original = std::get<FactorModel>(*m_original);
        const FactorModel& start = warmStart != nullptr ? std::get<FactorModel>(*warmStart) : original;
        const RatingPart part = editedPart(m_data->train, edit);
        if (const auto* nuclear = std::get_if<NuclearOptions>(&m_training))
            return solveNuclear(part, m_data->users.size(), m_data->items.size(), original.offsets,
                                original.penalty, *nuclear, context,
                                start.users.cols() > 0 ? &start : nullptr)
                .model;
        const auto& als = std::get<MfAlsOptions>(m_training);
        // One sweep mends the rows whose ratings changed; from there Newton's method is safe.
        return polishFactors(part, start,
                             {.tolerance = als.tolerance, .maxIterations = als.maxSweeps, .minSweeps = 1},
                             context)
            .model;
    }
    std::size_t bytesPerWorker() const override
    {
        // Ratings grouped twice, the factors some ten times over in the solver, and its block of every user
        // and item.
        const auto& model = std::get<FactorModel>(*m_original);
        return 64 * m_data->train.size() + 10 * factorBytes(model) +
               FactorNewton::blockBytes(model.users.rows() + model.items.rows(), model.users.cols());
    }

private:
    std::shared_ptr<const RatingData> m_data;
    std::shared_ptr<const ModelContent> m_original;
    std::variant<NuclearOptions, MfAlsOptions> m_training;
};

class SgdRetrainer final : public Retrainer {
public:
    SgdRetrainer(std::shared_ptr<const RatingData> data, MfSgdOptions options)
        : m_data(std::move(data)), m_options(options)
    {
        m_options.checkpoints = 0;
    }
    ModelContent retrain(const TrainingEdit& edit, const ModelContent*,
                         const TaskContext& context) const override
    {
        std::call_once(m_once, [&] { m_plan = std::make_unique<SgdPlan>(*m_data, m_options); });
        return runMfSgd(*m_data, m_options, *m_plan, edit, context).model;
    }
    bool usesWarmStart() const override { return false; }
    std::size_t bytesPerWorker() const override
    {
        // The state beside its pushes, the result in double precision; an epoch when the plan does not keep
        // it.
        return 16 * m_data->train.size() +
               32 * (m_data->users.size() + m_data->items.size()) * static_cast<std::size_t>(m_options.dim);
    }

private:
    std::shared_ptr<const RatingData> m_data;
    MfSgdOptions m_options;
    mutable std::once_flag m_once;
    mutable std::unique_ptr<const SgdPlan> m_plan;
};

} // namespace

std::unique_ptr<Retrainer> makeRatingRetrainer(std::shared_ptr<const RatingData> data,
                                               std::shared_ptr<const ModelContent> original,
                                               const RatingTraining& training)
{
    const bool wantsTower = std::holds_alternative<TwoTowerOptions>(training);
    if (wantsTower ? !std::holds_alternative<TwoTowerModel>(*original)
                   : !std::holds_alternative<FactorModel>(*original))
        throw Error(Error::Kind::BadOption,
                    "The training options do not belong to this kind of model; train it again.");
    const bool stochastic = wantsTower || std::holds_alternative<MfSgdOptions>(training);
    if (!stochastic && !(std::get<FactorModel>(*original).penalty > 0))
        throw Error(
            Error::Kind::BadOption,
            "This model was adopted without a penalty, so there is no training to repeat; adopt it again "
            "with --mu and --polish.");
    if (const auto* nuclear = std::get_if<NuclearOptions>(&training))
        return std::make_unique<StationaryRetrainer>(std::move(data), std::move(original), *nuclear);
    if (const auto* als = std::get_if<MfAlsOptions>(&training))
        return std::make_unique<StationaryRetrainer>(std::move(data), std::move(original), *als);
    if (const auto* sgd = std::get_if<MfSgdOptions>(&training))
        return std::make_unique<SgdRetrainer>(std::move(data), *sgd);
    // Shares ownership of the whole content, so that the tower inside it lives as long as the retrainer.
    std::shared_ptr<const TwoTowerModel> tower(original, &std::get<TwoTowerModel>(*original));
    return makeTwoTowerRetrainer(std::move(data), std::move(tower), std::get<TwoTowerOptions>(training));
}

} // namespace representer
