#pragma once

#include "core/store/dataset_store.h"
#include "core/store/model_store.h"
#include "support/linear_samples.h"

#include <string>

namespace representer::test {

// Linear models with so many weights that what is prepared for them is worth keeping.
constexpr int wideSupport = 640;

inline void addWideRows(const Workspace& workspace, const std::string& name, std::uint64_t seed)
{
    Dataset rows;
    rows.content =
        DocumentData(*linearData({.train = 700, .features = wideSupport, .density = 0.05, .seed = seed}));
    countContent(rows.info, rows.content);
    rows.info.name = name;
    rows.info.fingerprint = contentFingerprint(rows.content);
    DatasetStore(workspace).add(rows, {});
}

inline void addWideModel(const Workspace& workspace, const std::string& name, const std::string& on,
                         std::uint64_t seed, int nonzeros = wideSupport)
{
    Random random(seed);
    SparseLinearModel linear;
    linear.theta = Vector::Zero(wideSupport);
    for (int j = 0; j < nonzeros; ++j)
        linear.theta[j] = random.normal();
    Model model;
    model.content = linear;
    model.info.name = name;
    model.info.dataset = on;
    model.info.datasetFingerprint = DatasetStore(workspace).require(on).fingerprint;
    model.info.fingerprint = modelFingerprint(model.content);
    ModelStore(workspace).add(model);
}

} // namespace representer::test
