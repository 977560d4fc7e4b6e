#pragma once

#include "core/base/matrix_types.h"
#include "core/models/loss.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace representer {

// How well scores separate labels 0 and 1. A sample counts as predicted 1 when its score is above the
// threshold.
struct ClassificationMetrics {
    std::int64_t samples = 0;
    std::int64_t truePositives = 0, falsePositives = 0, trueNegatives = 0, falseNegatives = 0;
    double accuracy = 0;
    std::optional<double> auc;     // none when one class is absent
    std::optional<double> logLoss; // mean, in nats; only for scores that are logits
};

// Threshold 0 for logistic and squared hinge, 1/2 for squared loss on labels 0/1. Ties count half in the AUC.
ClassificationMetrics classificationMetrics(Loss loss, const Vector& scores,
                                            const std::vector<std::uint8_t>& labels);

} // namespace representer
