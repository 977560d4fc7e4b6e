#pragma once

#include "core/data/dataset.h"
#include "core/data/test_point.h"
#include "core/studies/deletion_study.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace representer {

// Which test samples a study may take. All conditions given must hold.
struct PointFilter {
    bool errorsOnly = false; // wrong class, or a rating off by one unit of the user's scale or more
    std::optional<std::string> className{}; // documents: the label's name or the class before grouping
    // Ratings: users whose attribute has this value, e.g. {"gender", "F"}; or one user by id, {"id", "42"}.
    std::optional<std::pair<std::string, std::string>> userGroup{};
};

// The samples of the test part that pass; throws a BadOption sentence for a class or attribute that does not
// exist.
std::vector<TestPoint> testPoints(const Dataset& dataset, const ModelContent& model,
                                  const ScoreFunction& score, const PointFilter& filter = {});

// `trials` groups of `tests` points each, drawn without repeats over all of them.
// Throws a BadOption sentence when there are not enough.
std::vector<std::vector<TestPoint>> drawTrials(std::vector<TestPoint> candidates, std::size_t tests,
                                               std::size_t trials, std::uint64_t seed);

} // namespace representer
