#pragma once

#include "core/base/parallel.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace representer {

// Dense products and sums on all cores, by blocks of rows. Sums are kept per block and added in block order,
// so that nothing depends on the number of threads.

inline constexpr std::int64_t algebraGrain = 256; // rows of a block of parallel work

// sum of body(begin, end) over blocks that cover 0..count
template<class Body>
double parallelSum(std::int64_t count, std::int64_t grain, const Body& body)
{
    std::vector<double> sums(static_cast<std::size_t>((count + grain - 1) / grain));
    parallelBlocks(count, grain, [&](std::int64_t begin, std::int64_t end) {
        sums[static_cast<std::size_t>(begin / grain)] = static_cast<double>(body(begin, end));
    });
    double sum = 0;
    for (const double part : sums)
        sum += part;
    return sum;
}

// The length of the longest row.
template<class Rows>
double longestRow(const Rows& rows)
{
    Eigen::VectorXd most = Eigen::VectorXd::Zero((rows.rows() + algebraGrain - 1) / algebraGrain);
    parallelBlocks(rows.rows(), algebraGrain, [&](std::int64_t begin, std::int64_t end) {
        most[begin / algebraGrain] = rows.middleRows(begin, end - begin).rowwise().squaredNorm().maxCoeff();
    });
    return std::sqrt(most.maxCoeff());
}

// a^T b.  a: m x p, b: m x q
template<class A, class B>
Eigen::Matrix<typename A::Scalar, Eigen::Dynamic, Eigen::Dynamic> transposedProduct(const A& a, const B& b)
{
    using Result = Eigen::Matrix<typename A::Scalar, Eigen::Dynamic, Eigen::Dynamic>;
    constexpr std::int64_t mostParts = 16; // each of them is as large as the result
    const std::int64_t grain = std::max(algebraGrain, (a.rows() + mostParts - 1) / mostParts);
    std::vector<Result> parts(static_cast<std::size_t>((a.rows() + grain - 1) / grain));
    parallelBlocks(a.rows(), grain, [&](std::int64_t begin, std::int64_t end) {
        parts[static_cast<std::size_t>(begin / grain)].noalias() =
            a.middleRows(begin, end - begin).transpose() * b.middleRows(begin, end - begin);
    });
    Result sum = Result::Zero(a.cols(), b.cols());
    for (const Result& part : parts)
        sum += part;
    return sum;
}

// sum += a b.  sum: m x q, a: m x p, b: p x q
template<class Sum, class A, class B>
void addProduct(Sum& sum, const A& a, const B& b)
{
    parallelBlocks(sum.rows(), algebraGrain, [&](std::int64_t begin, std::int64_t end) {
        sum.middleRows(begin, end - begin).noalias() += a.middleRows(begin, end - begin) * b;
    });
}

} // namespace representer
