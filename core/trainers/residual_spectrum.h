#pragma once

#include "core/base/matrix_types.h"
#include "core/base/task_context.h"
#include "core/trainers/rating_problem.h"

#include <vector>

namespace representer {

struct SingularTriplets {
    Vector values;   // descending
    RowMatrix left;  // users x count
    RowMatrix right; // items x count

    void dropFirst(Eigen::Index count);
};

// The largest singular values of (I - A A^T) E (I - B B^T), where E is the sparse users x items matrix
// holding `entries` (by-user order of the problem) and A, B have orthonormal columns (or none: then of E
// itself). Neither E nor its deflation is formed. `accuracy` is relative.
SingularTriplets largestSingular(const RatingProblem& problem, const std::vector<double>& entries,
                                 const Matrix& deflateUsers, const Matrix& deflateItems, int count,
                                 double accuracy, const TaskContext& context);

// The same to a few digits, several times quicker: a block Krylov space in single precision, in which values
// are not found larger than they are. `near`: right vectors of a matrix nearby, or none; they make it short.
SingularTriplets leadingSingular(const RatingProblem& problem, const std::vector<double>& entries,
                                 const Matrix& deflateUsers, const Matrix& deflateItems, int count,
                                 const RowMatrix& near, const TaskContext& context);

} // namespace representer
