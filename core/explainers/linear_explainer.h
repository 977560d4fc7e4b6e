#pragma once

#include "core/data/document_data.h"
#include "core/explainers/explainer.h"
#include "core/models/sparse_linear_model.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace representer {

// A test point of a linear model, looked up: its row and what is known about it.
struct LinearPoint {
    SparseRowView row;
    std::optional<double> label;
    bool training = false;
    std::uint64_t key = 0; // names the point for seeds
};

// What the explainers of linear models share: finding the point, adding up, sorting and the honest remarks. A
// method gives the two factors of every importance.
class LinearExplainer : public Explainer {
public:
    LinearExplainer(std::shared_ptr<const DocumentData> data, std::shared_ptr<const SparseLinearModel> model);
    // Where the scores of the training samples are known already.
    LinearExplainer(std::shared_ptr<const DocumentData> data, std::shared_ptr<const SparseLinearModel> model,
                    Vector trainingScores);

    Explanation explain(const TestPoint& point, const ExplainOptions& options) const final;

    // n values each; importance_i = global_i * local_i.
    virtual void factors(const LinearPoint& point, std::uint64_t seed, Eigen::Ref<Vector> global,
                         Eigen::Ref<Vector> local) const = 0;
    // The importances alone: the quick path for studies and triage.
    void scores(const SparseRowView& row, Eigen::Ref<Vector> result) const;

    LinearPoint find(const TestPoint& point) const;
    const DocumentData& data() const { return *m_data; }
    const SparseLinearModel& model() const { return *m_model; }
    Eigen::Index samples() const { return m_data->train.x.rows(); }

protected:
    // Whether theory promises that the importances sum to prediction - intercept at an optimum.
    virtual bool complete() const { return false; }
    // The method's own quick path; by default through factors().
    virtual void importances(const LinearPoint& point, Eigen::Ref<Vector> result) const;
    // l'_i of the training samples.
    const Vector& slopes() const { return m_slopes; }
    const Vector& trainingScores() const { return m_scores; }

private:
    void addNotes(const LinearPoint& point, Explanation& explanation) const;

    std::shared_ptr<const DocumentData> m_data;
    std::shared_ptr<const SparseLinearModel> m_model;
    Vector m_scores, m_slopes;
    bool m_zeroModel = false;
};

} // namespace representer
