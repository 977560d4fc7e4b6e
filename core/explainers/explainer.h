#pragma once

#include "core/explainers/explanation.h"
#include "core/explainers/prepared_arrays.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// What menus, help and --help say about a method. One static instance per method.
struct MethodDescriptor {
    std::string_view id;       // "high-dim"
    std::string_view name;     // "High-dimensional representer"
    std::string_view summary;  // one line
    std::string_view formula;  // for tooltips
    std::string_view promise;  // "exact: importances sum to the prediction" or "ranking only"
    bool predictsSize = false; // importance estimates the change when the sample is removed (up to sign)
};

// Prepared for one model and one method; explain() is cheap and may be called from several threads.
class Explainer {
public:
    virtual ~Explainer() = default;
    virtual const MethodDescriptor& method() const = 0;
    virtual Explanation explain(const TestPoint& point, const ExplainOptions& options) const = 0;
    // Every sample's importance for its own prediction (for triage), indexed by TrainIndex.
    virtual std::vector<double> selfImportances() const = 0;

    // Whether preparing it computed something that is read back faster than it is computed, and that was not
    // kept before. Most methods have nothing of the kind: high-dim, l2 and random need one pass over the data,
    // a small part of loading that data, which comes before; reading the result back would take as long.
    virtual bool worthKeeping() const { return false; }
    virtual Preparation preparation() const { return {}; } // a copy, for the next time
};

} // namespace representer
