#include "core/models/factor_balance.h"

#include "core/base/parallel_algebra.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <optional>
#include <utility>

namespace representer {

namespace {

struct ThinQr {
    RowMatrix q; // m x p, p = min(m, k)
    Matrix r;    // p x k
};

// From the Cholesky factor of the columns' products, which all cores compute. The second time removes the
// errors of the first, whose size is that of the squared condition number; none when that is too large.
std::optional<ThinQr> quickThinQr(const RowMatrix& factors)
{
    constexpr double leastPivot = 1e-5; // relative to the largest
    ThinQr result{factors, Matrix::Identity(factors.cols(), factors.cols())};
    for (int twice = 0; twice < 2; ++twice) {
        const Eigen::LLT<Matrix> cholesky(transposedProduct(result.q, result.q));
        const Vector pivots = cholesky.matrixLLT().diagonal();
        if (cholesky.info() != Eigen::Success || !(pivots.minCoeff() > leastPivot * pivots.maxCoeff()))
            return {};
        const Matrix inverse = cholesky.matrixU().solve(Matrix::Identity(factors.cols(), factors.cols()));
        RowMatrix q = RowMatrix::Zero(factors.rows(), factors.cols());
        addProduct(q, result.q, inverse);
        result = {std::move(q), cholesky.matrixU() * result.r};
    }
    return result;
}

ThinQr thinQr(const RowMatrix& factors)
{
    if (factors.cols() > 0 && factors.cols() <= factors.rows())
        if (std::optional<ThinQr> quick = quickThinQr(factors))
            return *std::move(quick);
    const Eigen::Index p = std::min(factors.rows(), factors.cols());
    const Eigen::HouseholderQR<Matrix> qr(factors);
    return {qr.householderQ() * Matrix::Identity(factors.rows(), p),
            qr.matrixQR().topRows(p).triangularView<Eigen::Upper>()};
}

} // namespace

BalancedFactors balanceFactors(const RowMatrix& users, const RowMatrix& items)
{
    const ThinQr u = thinQr(users);
    const ThinQr v = thinQr(items);
    const Eigen::BDCSVD<Matrix> svd(u.r * v.r.transpose(), Eigen::ComputeThinU | Eigen::ComputeThinV);
    Vector root = svd.singularValues().cwiseSqrt();
    BalancedFactors result{RowMatrix::Zero(users.rows(), root.size()),
                           RowMatrix::Zero(items.rows(), root.size()), svd.singularValues()};
    addProduct(result.users, u.q, svd.matrixU());
    addProduct(result.items, v.q, svd.matrixV());
    for (Eigen::Index c = 0; c < root.size(); ++c) {
        Eigen::Index largest = 0;
        result.items.col(c).cwiseAbs().maxCoeff(&largest);
        const double scale = result.items(largest, c) < 0 ? -root[c] : root[c];
        result.users.col(c) *= scale;
        result.items.col(c) *= scale;
    }
    return result;
}

} // namespace representer
