#pragma once

#include "core/base/matrix_types.h"
#include "core/models/loss.h"

namespace representer {

// f(X) = <Theta, X> for d1 x d2 matrices, minimising  penalty * |Theta|_* + sum_i l(y_i, f(X_i)), penalty = n lambda.
struct TraceModel {
    Loss loss = Loss::Logistic;
    double penalty = 1;
    Matrix theta; // d1 x d2
    double certificate = 0;
};

} // namespace representer
