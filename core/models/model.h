#pragma once

#include "core/models/factor_model.h"
#include "core/models/sparse_linear_model.h"
#include "core/models/trace_model.h"
#include "core/models/train_report.h"
#include "core/models/two_tower_model.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace representer {

enum class ModelKind { L1, Nuclear, Mf, TwoTower, Trace };

constexpr std::string_view modelKindName(ModelKind kind)
{
    switch (kind) {
    case ModelKind::L1: return "l1";
    case ModelKind::Nuclear: return "nuclear";
    case ModelKind::Mf: return "mf";
    case ModelKind::TwoTower: return "two-tower";
    case ModelKind::Trace: return "trace";
    }
    return "";
}

// What a list shows and what an export needs to be reproducible.
struct ModelInfo {
    std::string name;
    ModelKind kind = ModelKind::L1;
    std::string dataset;            // name of the dataset it was trained on
    std::string datasetFingerprint; // its content at that time
    std::string fingerprint;        // hash of the parameters
    nlohmann::json options;         // as given to the trainer, with defaults filled in
    std::uint64_t seed = 0;
    bool adopted = false;           // trained elsewhere
    TrainReport report;
    nlohmann::json metrics;         // {"train": {...}, "test": {...}}
    std::vector<std::string> warnings;
    int checkpoints = 0;
};

using ModelContent = std::variant<SparseLinearModel, FactorModel, TwoTowerModel, TraceModel>;

struct Model {
    ModelInfo info;
    ModelContent content;
};

std::string modelFingerprint(const ModelContent& content);

} // namespace representer
