#pragma once

#include "core/trainers/l1_trainer.h"

#include <vector>

namespace representer {

// One model of a regularisation path.
struct PathPoint {
    double lambda = 0;
    double C = 0; // 1 / (n lambda)
    int support = 0;
    double objective = 0; // of LIBLINEAR's form: |theta|_1 + C sum l
    double optimality = 0;
    double trainAccuracy = 0;
    double testAccuracy = 0; // 0 when there is no test part
};

struct PathOptions {
    L1Options training;          // C is ignored
    int points = 30;             // geometric from lambda_max down
    double smallestShare = 1e-3; // lambda_min / lambda_max
};

// Warm-started from lambda_max (the zero model) to lambda_min.
std::vector<PathPoint> l1Path(const DocumentData& data, const PathOptions& options,
                              const TaskContext& context = {});

} // namespace representer
