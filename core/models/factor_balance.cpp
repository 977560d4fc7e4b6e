#include "core/models/factor_balance.h"

#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>

namespace representer {

namespace {

struct ThinQr {
    Matrix q; // m x p, p = min(m, k)
    Matrix r; // p x k
};

ThinQr thinQr(const RowMatrix& factors)
{
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
    BalancedFactors result{u.q * svd.matrixU(), v.q * svd.matrixV(), svd.singularValues()};
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
