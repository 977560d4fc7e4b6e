#include "core/trainers/residual_spectrum.h"

#include "core/base/error.h"
#include "core/base/parallel_algebra.h"
#include "core/base/random.h"
#include "core/trainers/factor_kernels.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// The entries of a sparse matrix in the order of each side.
template<class T>
struct OrderedEntries {
    std::vector<T> byUser, byItem;

    OrderedEntries(const RatingProblem& problem, const std::vector<double>& entries)
        : byUser(entries.begin(), entries.end()), byItem(entries.size())
    {
        for (std::size_t p = 0; p < byItem.size(); ++p)
            byItem[p] = byUser[static_cast<std::size_t>(problem.byItem.entry[p])];
    }
};

// x - basis basis^T x
template<class Basis, class X>
X deflated(const Basis& basis, X x)
{
    if (basis.cols() > 0)
        addProduct(x, basis, Basis(-transposedProduct(basis, x)));
    return x;
}

// x -> M^T M x for Spectra, M = (I - A A^T) E (I - B B^T) on the items' side, for x within what B leaves:
// what M^T returns is, so only results need to be deflated.
class NormalOperator {
public:
    using Scalar = double;

    NormalOperator(const RatingProblem& problem, const std::vector<double>& entries, const Matrix& users,
                   const Matrix& items, const TaskContext& context)
        : m_problem(problem), m_entries(problem, entries), m_users(users), m_items(items), m_context(context)
    {
    }
    Eigen::Index rows() const { return m_problem.byItem.size(); }
    Eigen::Index cols() const { return rows(); }

    Vector left(const Vector& x) const
    {
        return deflated(m_users, product(m_problem.byUser, m_entries.byUser, x));
    }
    Vector right(const Vector& y) const
    {
        return deflated(m_items, product(m_problem.byItem, m_entries.byItem, y));
    }

    void perform_op(const double* in, double* out) const
    {
        m_context.throwIfStopped();
        Eigen::Map<Vector>(out, rows()) = right(left(Eigen::Map<const Vector>(in, rows())));
    }

private:
    static Vector product(const RatingProblem::Group& group, const std::vector<double>& entries,
                          const Vector& x)
    {
        Vector result(group.size());
        parallelBlocks(group.size(), 64, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t a = begin; a < end; ++a) {
                double sum = 0;
                const auto last = static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a) + 1]);
                for (auto p = static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a)]); p < last;
                     ++p)
                    sum += entries[p] * x[group.other[p]];
                result[a] = sum;
            }
        });
        return result;
    }

    const RatingProblem& m_problem;
    OrderedEntries<double> m_entries;
    const Matrix& m_users;
    const Matrix& m_items;
    const TaskContext& m_context;
};

// Products with the same M for several vectors at once, in single precision.
class BlockOperator {
public:
    BlockOperator(const RatingProblem& problem, const std::vector<double>& entries, const Matrix& users,
                  const Matrix& items)
        : m_problem(problem), m_entries(problem, entries), m_users(users.cast<float>()),
          m_items(items.cast<float>())
    {
    }
    PackedRows<float> left(const PackedRows<float>& x) const
    {
        return deflated(m_users, product(m_problem.byUser, m_entries.byUser, x));
    }
    PackedRows<float> right(const PackedRows<float>& y) const
    {
        return deflated(m_items, product(m_problem.byItem, m_entries.byItem, y));
    }

private:
    static PackedRows<float> product(const RatingProblem::Group& group, const std::vector<float>& entries,
                                     const PackedRows<float>& x)
    {
        PackedRows<float> result = PackedRows<float>::Zero(group.size(), x.cols());
        parallelBlocks(group.size(), 64, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t a = begin; a < end; ++a)
                inFours(static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a)]),
                        static_cast<std::size_t>(group.begin[static_cast<std::size_t>(a) + 1]),
                        [&]<int count>(std::size_t p) {
                            const float* other[count];
                            float scale[count];
                            for (int k = 0; k < count; ++k) {
                                const std::size_t place = p + static_cast<std::size_t>(k);
                                other[k] = x.row(group.other[place]).data();
                                scale[k] = entries[place];
                            }
                            addScaledEach<count>(result.row(a).data(), scale, other, x.cols());
                        });
        });
        return result;
    }

    const RatingProblem& m_problem;
    OrderedEntries<float> m_entries;
    Eigen::MatrixXf m_users, m_items;
};

} // namespace

void SingularTriplets::dropFirst(Eigen::Index count)
{
    const Eigen::Index rest = values.size() - count;
    values = values.tail(rest).eval();
    left = left.rightCols(rest).eval();
    right = right.rightCols(rest).eval();
}

SingularTriplets largestSingular(const RatingProblem& problem, const std::vector<double>& entries,
                                 const Matrix& deflateUsers, const Matrix& deflateItems, int count,
                                 double accuracy, const TaskContext& context)
{
    NormalOperator op(problem, entries, deflateUsers, deflateItems, context);
    const Eigen::Index n = op.rows();
    const auto wanted =
        std::max<Eigen::Index>(1, std::min<Eigen::Index>({count, n - 1, problem.byUser.size()}));
    const auto space = std::min(n, std::max<Eigen::Index>(2 * wanted + 8, 40));
    Spectra::SymEigsSolver<NormalOperator> solver(op, wanted, space);
    // A fixed, generic start vector keeps the result the same on every run.
    Vector start(n);
    for (Eigen::Index i = 0; i < n; ++i)
        start[i] = 1 + 0.5 * std::sin(static_cast<double>(i) + 1);
    start = op.right(op.left(start)); // within what is not deflated
    if (start.isZero(0))
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

SingularTriplets leadingSingular(const RatingProblem& problem, const std::vector<double>& entries,
                                 const Matrix& deflateUsers, const Matrix& deflateItems, int count,
                                 const RowMatrix& near, const TaskContext& context)
{
    // Values near the edge of the spectrum stand close together, and it takes a long sequence of products to
    // tell them apart, whatever their number: this many beside those that make room for `count`; fewer from
    // vectors that tell them apart already, with a line of others for what is new.
    constexpr Eigen::Index depth = 14, nearDepth = 2, line = Pack<float>::line;
    const BlockOperator op(problem, entries, deflateUsers, deflateItems);
    const Eigen::Index n = problem.byItem.size();
    const Eigen::Index block = packedWidth(near.cols()) + line;
    const Eigen::Index steps =
        std::min<Eigen::Index>(near.cols() > 0 ? nearDepth : 2 * count / line + depth, n / block);
    if (steps < nearDepth) // the space would be most of the items
        return largestSingular(problem, entries, deflateUsers, deflateItems, count, 1e-3, context);
    // Q: n x (steps block) orthonormal, images: N Q, N = M^T M with M the deflated matrix
    Eigen::MatrixXf q(n, steps * block), images(n, steps * block);
    Random random(1);
    PackedRows<float> next(n, block);
    for (Eigen::Index i = 0; i < next.size(); ++i)
        next.data()[i] = static_cast<float>(random.normal());
    if (near.cols() > 0)
        next.leftCols(near.cols()) = near.cast<float>();
    next = op.right(op.left(next)); // within what is not deflated
    for (Eigen::Index s = 0; s < steps; ++s) {
        context.throwIfStopped();
        const auto before = q.leftCols(s * block);
        for (int twice = 0; twice < 2; ++twice)
            addProduct(next, before, Eigen::MatrixXf(-transposedProduct(before, next)));
        const Eigen::HouseholderQR<Eigen::MatrixXf> qr(next);
        q.middleCols(s * block, block) = qr.householderQ() * Eigen::MatrixXf::Identity(n, block);
        next = op.right(op.left(q.middleCols(s * block, block)));
        images.middleCols(s * block, block) = next;
    }
    const Eigen::MatrixXf projected = transposedProduct(q, images);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXf> eigen(
        Eigen::MatrixXf((projected + projected.transpose()) / 2));
    const Eigen::Index found = std::min<Eigen::Index>(count, q.cols());
    SingularTriplets result;
    result.values = eigen.eigenvalues().tail(found).reverse().cwiseMax(0.0F).cwiseSqrt().cast<double>();
    // The operator works on whole lines of columns.
    PackedRows<float> right = PackedRows<float>::Zero(n, packedWidth(found));
    addProduct(right, q, Eigen::MatrixXf(eigen.eigenvectors().rightCols(right.cols()).rowwise().reverse()));
    const PackedRows<float> left = op.left(right);
    result.right = right.leftCols(found).cast<double>();
    result.left = left.leftCols(found).cast<double>();
    for (Eigen::Index c = 0; c < found; ++c)
        result.left.col(c) /= std::max(result.left.col(c).norm(), 1e-300);
    return result;
}

} // namespace representer
