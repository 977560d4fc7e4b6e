#pragma once

#include "core/base/matrix_types.h"
#include "core/models/loss.h"

#include <optional>

namespace representer {

// f(x) = <theta, scale * x> + bias.value * bias.weight + intercept, minimising
//   |theta|_1 + |bias.weight| + C sum_i l(y_i, f(x_i))          (C = 1 / (n lambda))
struct SparseLinearModel {
    // LIBLINEAR's bias: an ordinary (penalised, attributed) feature that is `value` in every sample.
    struct BiasFeature {
        double value = 1;
        double weight = 0;
    };

    Loss loss = Loss::Logistic;
    double C = 1;
    Vector theta;                    // p, of the scaled features
    Vector scale;                    // p factors applied to x before theta; empty: all one
    std::optional<BiasFeature> bias;
    bool hasIntercept = false;       // an unpenalised intercept was fitted: then sum_i l'_i = 0
    double intercept = 0;            // never attributed: importances sum to f - intercept
    double certificate = 0;          // relative duality gap or KKT violation reached; from the training report

    // Columns past p (features never trained on) contribute nothing.
    double score(const SparseRowView& x) const;
    Vector scores(const SparseRows& x) const;
};

} // namespace representer
