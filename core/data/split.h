#pragma once

#include "core/data/document_data.h"
#include "core/data/matrix_data.h"
#include "core/data/part.h"

#include <cstdint>
#include <span>
#include <vector>

namespace representer {

// Which rows go to the test part: a share of each class, drawn with the seed, at least one row of a class
// with two or more.
std::vector<bool> stratifiedDraw(std::span<const std::uint8_t> labels, double fraction, std::uint64_t seed);

// Ratings as parallel lists of users and items (indices below `users` and `items`).
struct RatingPairs {
    std::span<const std::int32_t> user;
    std::span<const std::int32_t> item;
    std::size_t users = 0;
    std::size_t items = 0;
};

// `count` ratings of each user for validation and as many for test, drawn with the seed. A user with fewer
// than 2 * count + 1 ratings keeps all of them for training.
std::vector<Part> holdOutPerUser(const RatingPairs& ratings, int count, std::uint64_t seed);
// A share of all ratings for test.
std::vector<Part> holdOutFraction(std::size_t ratings, double fraction, std::uint64_t seed);
// Which ratings remain when users and items with fewer than `minimum` are dropped again and again until
// nothing changes. The result does not depend on the order of dropping.
std::vector<bool> interactionCore(const RatingPairs& ratings, int minimum);

// The order in which ratings are sorted by user, then item, then position.
std::vector<std::int32_t> byUserAndItem(const RatingPairs& ratings);

// Takes the marked rows out of `part` and returns them; what remains closes up in place, so that the arrays
// are never held twice.
DocumentPart takeRows(DocumentPart& part, const std::vector<bool>& marked);
MatrixPart takeRows(MatrixPart& part, const std::vector<bool>& marked);

} // namespace representer
