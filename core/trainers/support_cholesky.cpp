#include "core/trainers/support_cholesky.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// Members that come and go before a new factor is cheaper.
constexpr std::size_t mostChanges = 64;

float scaleOf(const Eigen::MatrixXf& h, Eigen::Index member)
{
    return h(member, member) > 0 ? 1 / std::sqrt(h(member, member)) : 1.0F;
}

// Columns factorised at a time, and those of the rest that one thread brings up to date.
constexpr Eigen::Index factorBlock = 64;
constexpr std::int64_t panel = 64;
// Of a triangular solution: rows or columns that are done in one go, and those of the rest per thread.
constexpr Eigen::Index solveBlock = 64;
constexpr std::int64_t solveRows = 128, solveColumns = 16;

// The lower triangle of a becomes L with L L^T = a; false where a is not positive definite.
bool factorise(Eigen::MatrixXf& a)
{
    for (Eigen::Index at = 0; at < a.rows(); at += factorBlock) {
        const Eigen::Index size = std::min(factorBlock, a.rows() - at), after = at + size;
        Eigen::Ref<Eigen::MatrixXf> corner = a.block(at, at, size, size);
        if (Eigen::LLT<Eigen::Ref<Eigen::MatrixXf>>(corner).info() != Eigen::Success)
            return false;
        parallelBlocks(a.rows() - after, panel, [&](std::int64_t begin, std::int64_t end) {
            auto below = a.block(after + begin, at, end - begin, size);
            corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(below);
        });
        parallelBlocks(a.rows() - after, panel, [&](std::int64_t begin, std::int64_t end) {
            const Eigen::Index from = after + begin, rows = a.rows() - from, columns = end - begin;
            a.block(from, from, rows, columns).noalias() -=
                a.block(from, at, rows, size) * a.block(from, at, columns, size).transpose();
        });
    }
    return true;
}

// x -> L^-1 x for an x that is 0 above row `first`; L is the lower triangle of l.
template<class Columns>
void solveLower(const Eigen::MatrixXf& l, Eigen::Index first, Columns&& x)
{
    for (Eigen::Index at = first; at < l.rows(); at += solveBlock) {
        const Eigen::Index size = std::min(solveBlock, l.rows() - at), after = at + size;
        auto solved = x.middleRows(at, size);
        l.block(at, at, size, size).template triangularView<Eigen::Lower>().solveInPlace(solved);
        parallelBlocks(l.rows() - after, solveRows, [&](std::int64_t begin, std::int64_t end) {
            x.middleRows(after + begin, end - begin).noalias() -=
                l.block(after + begin, at, end - begin, size) * solved;
        });
    }
}

// x -> L^-T x
template<class Columns>
void solveLowerTransposed(const Eigen::MatrixXf& l, Columns&& x)
{
    for (Eigen::Index after = l.rows(); after > 0;) {
        const Eigen::Index at = (after - 1) / solveBlock * solveBlock, size = after - at;
        const Eigen::Index below = l.rows() - after;
        auto rows = x.middleRows(at, size);
        if (below > 0)
            parallelBlocks(size, solveColumns, [&](std::int64_t begin, std::int64_t end) {
                rows.middleRows(begin, end - begin).noalias() -=
                    l.block(after, at + begin, below, end - begin).transpose() * x.bottomRows(below);
            });
        l.block(at, at, size, size).template triangularView<Eigen::Lower>().transpose().solveInPlace(rows);
        after = at;
    }
}

} // namespace

void SupportCholesky::renew(const Eigen::MatrixXf& h, const Support& support)
{
    const auto size = static_cast<Eigen::Index>(support.size());
    m_members = support;
    m_scale.resize(size);
    m_place.resize(support.size());
    for (Eigen::Index k = 0; k < size; ++k) {
        m_scale[k] = scaleOf(h, support[static_cast<std::size_t>(k)]);
        m_place[static_cast<std::size_t>(k)] = k;
    }
    for (auto ridge = static_cast<float>(leastRidge);; ridge *= 10) {
        m_base.resize(size, size);
        parallelBlocks(size, panel, [&](std::int64_t begin, std::int64_t end) {
            for (Eigen::Index c = begin; c < end; ++c) {
                const auto column = h.col(support[static_cast<std::size_t>(c)]);
                m_base(c, c) = 1 + ridge;
                for (Eigen::Index r = c + 1; r < size; ++r)
                    m_base(r, c) = column[support[static_cast<std::size_t>(r)]] * m_scale[r] * m_scale[c];
            }
        });
        if (factorise(m_base))
            break;
    }
    m_border.resize(size, 0);
    m_corner.resize(0, 0);
    m_absent.clear();
    m_absentHalves.resize(size, 0);
    m_asked.clear();
}

void SupportCholesky::adapt(const Eigen::MatrixXf& h, const Support& support)
{
    // Where each member of the support is, who is new, who leaves.
    std::vector<Eigen::Index> place(static_cast<std::size_t>(h.rows()), -1);
    for (std::size_t k = 0; k < m_members.size(); ++k)
        place[static_cast<std::size_t>(m_members[k])] = static_cast<Eigen::Index>(k);
    std::vector<Eigen::Index> fresh;
    std::vector<bool> present(m_members.size(), false);
    for (const Eigen::Index s : support) {
        if (const Eigen::Index at = place[static_cast<std::size_t>(s)]; at >= 0)
            present[static_cast<std::size_t>(at)] = true;
        else
            fresh.push_back(s);
    }
    std::vector<Eigen::Index> leaving;
    std::vector<bool> known(m_members.size(), false);
    for (const Eigen::Index at : m_absent)
        known[static_cast<std::size_t>(at)] = true;
    std::size_t absent = 0;
    for (std::size_t k = 0; k < present.size(); ++k) {
        absent += present[k] ? 0 : 1;
        if (!present[k] && !known[k])
            leaving.push_back(static_cast<Eigen::Index>(k));
    }
    if (m_members.empty() || static_cast<std::size_t>(added()) + fresh.size() > mostChanges ||
        absent > mostChanges) {
        renew(h, support);
        return;
    }

    if (!fresh.empty()) {
        for (std::size_t k = 0; k < fresh.size(); ++k)
            place[static_cast<std::size_t>(fresh[k])] = static_cast<Eigen::Index>(m_members.size() + k);
        append(h, fresh);
    }
    // What was solved for those that are still absent is kept.
    std::size_t still = 0;
    for (std::size_t c = 0; c < m_absent.size(); ++c) {
        if (present[static_cast<std::size_t>(m_absent[c])])
            continue;
        m_absent[still] = m_absent[c];
        m_absentHalves.col(static_cast<Eigen::Index>(still++)) =
            Eigen::VectorXf(m_absentHalves.col(static_cast<Eigen::Index>(c)));
    }
    // Nothing to do where the factor and the absent are the same.
    const bool sameAbsent = leaving.empty() && still == m_absent.size() && fresh.empty();
    m_absent.resize(still);
    if (!sameAbsent && !keepAbsent(leaving)) {
        renew(h, support);
        return;
    }
    m_asked.clear();
    m_place.resize(support.size());
    for (std::size_t k = 0; k < support.size(); ++k)
        m_place[k] = place[static_cast<std::size_t>(support[k])];
}

std::size_t SupportCholesky::roomToLeave() const
{
    return mostChanges - m_absent.size();
}

// Adds members to the absent; false where rounding makes their halves dependent.
bool SupportCholesky::keepAbsent(const std::vector<Eigen::Index>& members)
{
    const auto before = static_cast<Eigen::Index>(m_absent.size()),
               count = static_cast<Eigen::Index>(members.size());
    if (before + count > m_absentHalves.cols())
        m_absentHalves.conservativeResize(size(), static_cast<Eigen::Index>(mostChanges));
    if (count > 0)
        m_absentHalves.middleCols(before, count) = halves(members);
    m_absent.insert(m_absent.end(), members.begin(), members.end());
    const auto halves = m_absentHalves.leftCols(before + count);
    m_absentGram.compute(halves.transpose() * halves);
    return m_absentGram.info() == Eigen::Success;
}

// F^-1 e of members, from those that were asked for where these are among them.
Eigen::MatrixXf SupportCholesky::halves(const std::vector<Eigen::Index>& members) const
{
    Eigen::MatrixXf result(size(), static_cast<Eigen::Index>(members.size()));
    for (std::size_t c = 0; c < members.size(); ++c) {
        const auto known = std::find(m_asked.begin(), m_asked.end(), members[c]);
        if (known == m_asked.end())
            return halfSolvedUnits(members);
        result.col(static_cast<Eigen::Index>(c)) = m_askedHalves.col(known - m_asked.begin());
    }
    return result;
}

// F^-1 e of members: 0 above their own row, hence solved from the first of these on.
Eigen::MatrixXf SupportCholesky::halfSolvedUnits(const std::vector<Eigen::Index>& members) const
{
    Eigen::MatrixXf halves = Eigen::MatrixXf::Zero(size(), static_cast<Eigen::Index>(members.size()));
    Eigen::Index first = base();
    for (std::size_t c = 0; c < members.size(); ++c) {
        halves(members[c], static_cast<Eigen::Index>(c)) = 1;
        first = std::min(first, members[c]);
    }
    solveLower(m_base, first, halves.topRows(base()));
    finishHalf(halves);
    return halves;
}

// x -> F^-1 x, where that of the base is done.
template<class Columns>
void SupportCholesky::finishHalf(Columns&& x) const
{
    if (added() == 0)
        return;
    auto tail = x.bottomRows(added());
    tail.noalias() -= m_border.transpose() * x.topRows(base());
    m_corner.triangularView<Eigen::Lower>().solveInPlace(tail);
}

// x -> F^-T x
template<class Columns>
void SupportCholesky::solveOtherHalf(Columns&& x) const
{
    auto head = x.topRows(base());
    if (added() > 0) {
        auto tail = x.bottomRows(added());
        m_corner.transpose().triangularView<Eigen::Upper>().solveInPlace(tail);
        head.noalias() -= m_border * tail;
    }
    solveLowerTransposed(m_base, head);
}

// x -> (I - V (V^T V)^-1 V^T) x
template<class Columns>
void SupportCholesky::leaveOutAbsent(Columns&& halves) const
{
    if (m_absent.empty())
        return;
    const auto v = m_absentHalves.leftCols(static_cast<Eigen::Index>(m_absent.size()));
    halves.noalias() -= v * m_absentGram.solve(v.transpose() * halves);
}

// [A B; B^T C] = [L 0; W^T M] [L^T W; 0 M^T]  with  W = L^-1 B  and  M M^T = C - W^T W
void SupportCholesky::append(const Eigen::MatrixXf& h, const std::vector<Eigen::Index>& members)
{
    const auto before = static_cast<Eigen::Index>(m_members.size());
    m_members.insert(m_members.end(), members.begin(), members.end());
    const auto all = static_cast<Eigen::Index>(m_members.size()) - base();
    m_scale.conservativeResize(base() + all);
    for (Eigen::Index k = before; k < base() + all; ++k)
        m_scale[k] = scaleOf(h, m_members[static_cast<std::size_t>(k)]);
    const auto entry = [&](Eigen::Index r, Eigen::Index c) {
        return h(m_members[static_cast<std::size_t>(r)], m_members[static_cast<std::size_t>(c)]) *
               m_scale[r] * m_scale[c];
    };
    m_border.conservativeResize(base(), all);
    for (Eigen::Index c = before - base(); c < all; ++c) {
        for (Eigen::Index r = 0; r < base(); ++r)
            m_border(r, c) = entry(r, base() + c);
    }
    solveLower(m_base, 0, m_border.rightCols(base() + all - before));
    Eigen::MatrixXf corner(all, all);
    for (Eigen::Index c = 0; c < all; ++c)
        for (Eigen::Index r = c; r < all; ++r)
            corner(r, c) = entry(base() + r, base() + c);
    const Eigen::MatrixXf reduced = m_border.transpose() * m_border;
    for (auto ridge = static_cast<float>(leastRidge);; ridge *= 10) {
        corner.diagonal().setConstant(1 + ridge);
        const Eigen::LLT<Eigen::MatrixXf> factor(corner - reduced);
        if (factor.info() == Eigen::Success) {
            m_corner = factor.matrixL();
            break;
        }
    }
    m_asked.clear();
    // The halves of the absent get the new rows.
    m_absentHalves.conservativeResize(size(), Eigen::NoChange);
    auto halves = m_absentHalves.leftCols(static_cast<Eigen::Index>(m_absent.size()));
    halves.bottomRows(all).setZero();
    for (std::size_t c = 0; c < m_absent.size(); ++c)
        if (m_absent[c] >= base())
            halves(m_absent[c], static_cast<Eigen::Index>(c)) = 1;
    finishHalf(halves);
}

Eigen::VectorXf SupportCholesky::solve(const Eigen::VectorXf& right) const
{
    Eigen::VectorXf x = Eigen::VectorXf::Zero(size());
    for (std::size_t k = 0; k < m_place.size(); ++k)
        x[m_place[k]] = m_scale[m_place[k]] * right[static_cast<Eigen::Index>(k)];
    solveLower(m_base, 0, x.head(base()));
    finishHalf(x);
    leaveOutAbsent(x);
    solveOtherHalf(x);
    Eigen::VectorXf result(right.size());
    for (std::size_t k = 0; k < m_place.size(); ++k)
        result[static_cast<Eigen::Index>(k)] = m_scale[m_place[k]] * x[m_place[k]];
    return result;
}

Eigen::MatrixXf SupportCholesky::inverseColumns(const std::vector<Eigen::Index>& places)
{
    std::vector<Eigen::Index> members;
    for (const Eigen::Index place : places)
        members.push_back(m_place[static_cast<std::size_t>(place)]);
    Eigen::MatrixXf result(static_cast<Eigen::Index>(m_place.size()),
                           static_cast<Eigen::Index>(places.size()));
    if (members.empty())
        return result;
    Eigen::MatrixXf x = halfSolvedUnits(members);
    m_askedHalves.conservativeResize(size(), static_cast<Eigen::Index>(m_asked.size()) + x.cols());
    m_askedHalves.rightCols(x.cols()) = x;
    m_asked.insert(m_asked.end(), members.begin(), members.end());
    leaveOutAbsent(x);
    solveOtherHalf(x);
    for (Eigen::Index c = 0; c < x.cols(); ++c)
        for (std::size_t k = 0; k < m_place.size(); ++k)
            result(static_cast<Eigen::Index>(k), c) =
                m_scale[m_place[k]] * x(m_place[k], c) * m_scale[members[static_cast<std::size_t>(c)]];
    return result;
}

} // namespace representer
