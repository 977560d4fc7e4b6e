#pragma once

#include "core/models/factor_model.h"
#include "core/models/train_report.h"

#include <string>
#include <vector>

namespace representer {

struct FactorResult {
    FactorModel model;
    TrainReport report;
    std::vector<std::string>
        notes; // for people: rank and spectrum, whether a cap binds, which lambda was chosen
};

} // namespace representer
