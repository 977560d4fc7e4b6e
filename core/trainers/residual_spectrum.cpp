#include "core/trainers/residual_spectrum.h"

#include "core/base/error.h"
#include "core/base/parallel.h"

#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// x -> M^T M x for Spectra, M = (I - A A^T) E (I - B B^T) on the items' side.
class NormalOperator {
public:
    using Scalar = double;

    NormalOperator(const RatingProblem& problem, const std::vector<double>& entries, const Matrix& users,
                   const Matrix& items, const TaskContext& context)
        : m_problem(problem), m_entries(entries), m_users(users), m_items(items), m_context(context)
    {
    }
    Eigen::Index rows() const { return m_problem.byItem.size(); }
    Eigen::Index cols() const { return rows(); }

    Vector left(const Vector& x) const
    {
        return deflated(m_users, product(m_problem.byUser, deflated(m_items, x)));
    }
    Vector right(const Vector& y) const
    {
        return deflated(m_items, product(m_problem.byItem, deflated(m_users, y)));
    }

    void perform_op(const double* in, double* out) const
    {
        m_context.throwIfStopped();
        Eigen::Map<Vector>(out, rows()) = right(left(Eigen::Map<const Vector>(in, rows())));
    }

private:
    static Vector deflated(const Matrix& basis, Vector x)
    {
        if (basis.cols() > 0)
            x -= basis * (basis.transpose() * x);
        return x;
    }
    Vector product(const RatingProblem::Group& group, const Vector& x) const
    {
        Vector result(group.size());
        parallelBlocks(group.size(), 64, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t a = begin; a < end; ++a) {
                double sum = 0;
                const auto last = static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a) + 1]);
                for (auto p = static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a)]); p < last;
                     ++p)
                    sum += m_entries[group.entry.empty() ? p : static_cast<std::size_t>(group.entry[p])] *
                           x[group.other[p]];
                result[a] = sum;
            }
        });
        return result;
    }

    const RatingProblem& m_problem;
    const std::vector<double>& m_entries;
    const Matrix& m_users;
    const Matrix& m_items;
    const TaskContext& m_context;
};

} // namespace

SingularTriplets largestSingular(const RatingProblem& problem, const std::vector<double>& entries,
                                 const Matrix& deflateUsers, const Matrix& deflateItems, int count,
                                 double accuracy, const TaskContext& context)
{
    NormalOperator op(problem, entries, deflateUsers, deflateItems, context);
    const Eigen::Index n = op.rows();
    const auto wanted =
        std::max<Eigen::Index>(1, std::min<Eigen::Index>({count, n - 1, problem.byUser.size()}));
    const auto space = std::min(n, std::max<Eigen::Index>(2 * wanted + 8, 20));
    Spectra::SymEigsSolver<NormalOperator> solver(op, wanted, space);
    // A fixed, generic start vector keeps the result the same on every run.
    Vector start(n);
    for (Eigen::Index i = 0; i < n; ++i)
        start[i] = 1 + 0.5 * std::sin(static_cast<double>(i) + 1);
    if (op.left(start).isZero(0))
        return {Vector::Zero(1), RowMatrix::Zero(problem.byUser.size(), 1), RowMatrix::Zero(n, 1)};
    solver.init(start.data());
    const auto found = solver.compute(Spectra::SortRule::LargestAlge, 300, accuracy);
    if (found == 0)
        throw Error(Error::Kind::Numerical,
                    "The largest singular values of the residual could not be computed; the ratings "
                    "may contain values too large for double precision.");
    SingularTriplets result{solver.eigenvalues().cwiseMax(0.0).cwiseSqrt(), {}, solver.eigenvectors()};
    result.left.resize(problem.byUser.size(), result.right.cols());
    for (Eigen::Index c = 0; c < result.right.cols(); ++c) {
        const Vector image = op.left(result.right.col(c));
        result.left.col(c) = image / std::max(image.norm(), 1e-300);
    }
    return result;
}

} // namespace representer
