#pragma once

#include "core/base/task_context.h"
#include "core/data/dataset.h"
#include "core/explainers/explainer.h"
#include "core/models/model.h"
#include "core/store/workspace.h"
#include "core/models/scoring_factors.h"
#include "core/trainers/retrainer.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// A row of an explanation in the user's words and unit.
struct ExplainedSample {
    int rank = 0; // 1 = largest |importance|
    Contribution contribution;
    std::string id;
    std::string title;
    std::string label;    // class name, or the rating in the user's scale
    std::string detail;   // genres, other attributes; the class before grouping
    std::optional<double> modelOpinion; // ratings: what the model itself predicts for this sample
};

// A model with its dataset, loaded once; explainers are prepared on first use and kept. Shared between threads:
// everything below is const and safe to call concurrently.
class OpenModel {
public:
    static std::shared_ptr<const OpenModel> open(const Workspace& workspace, std::string_view modelName,
                                                 const TaskContext& context = {});

    // The same for a model and a dataset that are in no workspace (a model trained on edited labels).
    static std::shared_ptr<const OpenModel> ofParts(std::shared_ptr<const Dataset> dataset,
                                                    std::shared_ptr<const Model> model);

    const Model& model() const { return *m_model; }
    const Dataset& dataset() const { return *m_dataset; }
    const ScoringFactors& scoringFactors() const { return *m_factors; } // recommenders only
    const RatingIndex& ratingIndex() const { return *m_ratingIndex; } // of the training part; empty without ratings

    // The methods this model can have. Others are refused by explain() with the reason.
    std::vector<const MethodDescriptor*> methods() const;
    const Explainer& explainer(std::string_view method, const TaskContext& context = {}) const;

    // Some methods are costly to prepare: what they computed is looked up in the workspace first, and after it
    // was computed it waits to be kept there. Storing is left to the caller, at a moment when nobody waits, in
    // the workspace the model was opened from. It never fails; what could not be stored is not tried again.
    bool hasUnkept() const { return m_hasUnkept; }
    void keepPrepared(const Workspace& workspace) const;

    // In the user's unit: stars for ratings, logits otherwise.
    double predict(const TestPoint& point) const;
    // The same for another model of this dataset (a retrained one).
    double scoreInUserUnits(const ModelContent& model, const TestPoint& point) const;
    double trainedScore(const ModelContent& model, const TestPoint& point) const; // in training units
    std::optional<double> actual(const TestPoint& point) const;
    Explanation explain(const TestPoint& point, std::string_view method, const ExplainOptions& options) const;
    std::vector<ExplainedSample> describe(const Explanation& explanation) const;
    std::string describePoint(const TestPoint& point) const; // "Star Trek VI (1991) for user 4169"

    // Made on first use; the same object for every caller.
    const Retrainer& retrainer(const TaskContext& context = {}) const;

private:
    OpenModel() = default;
    static std::shared_ptr<OpenModel> makeOpen(std::shared_ptr<const Dataset> dataset,
                                               std::shared_ptr<const Model> model);
    ExplainedSample describeSample(const Contribution& contribution, const UserItem* pair) const;
    std::shared_ptr<const Dataset> m_dataset;
    std::shared_ptr<const Model> m_model;
    std::shared_ptr<const RatingIndex> m_ratingIndex = std::make_shared<const RatingIndex>();
    std::shared_ptr<const ScoringFactors> m_factors; // of a recommender
    mutable std::mutex m_mutex;
    mutable std::map<std::string, std::unique_ptr<Explainer>, std::less<>> m_explainers;
    FindPrepared m_kept; // empty for a model that is in no workspace
    mutable std::vector<const Explainer*> m_unkept;
    mutable std::atomic<bool> m_hasUnkept = false;
    mutable std::unique_ptr<Retrainer> m_retrainer;
};

} // namespace representer
