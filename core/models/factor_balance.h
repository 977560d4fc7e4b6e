#pragma once

#include "core/base/matrix_types.h"

namespace representer {

// U~ = A sqrt(S), V~ = B sqrt(S) where U V^T = A S B^T is the thin singular value decomposition, so that
// U~ V~^T = U V^T and U~^T U~ = V~^T V~ = S.
struct BalancedFactors {
    RowMatrix users;       // m x r, r = min(m, n, k)
    RowMatrix items;       // n x r
    Vector singularValues; // r, descending
};

// U: m x k, V: n x k. Two thin QRs and one k x k SVD; U V^T is never formed. Signs are fixed by the entry of
// largest magnitude in each item column, so that the result does not depend on the machine.
BalancedFactors balanceFactors(const RowMatrix& users, const RowMatrix& items);

} // namespace representer
