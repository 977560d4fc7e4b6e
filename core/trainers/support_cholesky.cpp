#include "core/trainers/support_cholesky.h"

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
    Eigen::MatrixXf scaled(size, size);
    for (Eigen::Index c = 0; c < size; ++c) {
        const auto column = h.col(support[static_cast<std::size_t>(c)]);
        for (Eigen::Index r = c; r < size; ++r)
            scaled(r, c) = column[support[static_cast<std::size_t>(r)]] * m_scale[r] * m_scale[c];
    }
    for (auto ridge = static_cast<float>(leastRidge);; ridge *= 10) {
        scaled.diagonal().setConstant(1 + ridge);
        m_base.compute(scaled);
        if (m_base.info() == Eigen::Success)
            break;
    }
    m_border.resize(size, 0);
    m_corner.resize(0, 0);
    m_absent.clear();
}

void SupportCholesky::adapt(const Eigen::MatrixXf& h, const Support& support)
{
    // Where each member of the support is, who is new, who is absent.
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
    std::vector<Eigen::Index> absent;
    for (std::size_t k = 0; k < present.size(); ++k)
        if (!present[k])
            absent.push_back(static_cast<Eigen::Index>(k));
    if (m_members.empty() || static_cast<std::size_t>(added()) + fresh.size() > mostChanges ||
        absent.size() > mostChanges) {
        renew(h, support);
        return;
    }

    // Columns of those absent before and now are kept, unless the factor itself grows.
    const std::vector<Eigen::Index> known = fresh.empty() ? m_absent : std::vector<Eigen::Index>();
    const Eigen::MatrixXf knownColumns = std::move(m_absentColumns);
    if (!fresh.empty()) {
        for (std::size_t k = 0; k < fresh.size(); ++k)
            place[static_cast<std::size_t>(fresh[k])] = static_cast<Eigen::Index>(m_members.size() + k);
        append(h, fresh);
    }
    m_absentColumns.resize(static_cast<Eigen::Index>(m_members.size()),
                           static_cast<Eigen::Index>(absent.size()));
    for (std::size_t c = 0; c < absent.size(); ++c) {
        const auto found = std::find(known.begin(), known.end(), absent[c]);
        if (found != known.end())
            m_absentColumns.col(static_cast<Eigen::Index>(c)) = knownColumns.col(found - known.begin());
        else
            m_absentColumns.col(static_cast<Eigen::Index>(c)) = solvedUnit(absent[c]);
    }
    m_absent = std::move(absent);
    if (!factoriseAbsent()) {
        renew(h, support);
        return;
    }
    m_place.resize(support.size());
    for (std::size_t k = 0; k < support.size(); ++k)
        m_place[k] = place[static_cast<std::size_t>(support[k])];
}

bool SupportCholesky::roomToWithdraw() const
{
    return !m_members.empty() && m_absent.size() < mostChanges;
}

Eigen::VectorXf SupportCholesky::withdraw(std::size_t k)
{
    const Eigen::Index at = m_place[k];
    const Eigen::VectorXf unit = solvedUnit(at);
    Eigen::VectorXf x = unit;
    leaveOutAbsent(x);
    Eigen::VectorXf column(static_cast<Eigen::Index>(m_place.size()));
    for (std::size_t r = 0; r < m_place.size(); ++r)
        column[static_cast<Eigen::Index>(r)] = m_scale[m_place[r]] * x[m_place[r]] * m_scale[at];

    m_place.erase(m_place.begin() + static_cast<std::ptrdiff_t>(k));
    m_absent.push_back(at);
    m_absentColumns.conservativeResize(unit.size(), static_cast<Eigen::Index>(m_absent.size()));
    m_absentColumns.rightCols<1>() = unit;
    if (!factoriseAbsent())
        m_members.clear(); // rounding: the next support gets a new factor
    return column;
}

Eigen::VectorXf SupportCholesky::solvedUnit(Eigen::Index place) const
{
    Eigen::VectorXf unit = Eigen::VectorXf::Unit(static_cast<Eigen::Index>(m_members.size()), place);
    solveAll(unit);
    return unit;
}

bool SupportCholesky::factoriseAbsent()
{
    if (m_absent.empty())
        return true;
    Eigen::MatrixXf rows(m_absentColumns.cols(), m_absentColumns.cols());
    for (std::size_t r = 0; r < m_absent.size(); ++r)
        rows.row(static_cast<Eigen::Index>(r)) = m_absentColumns.row(m_absent[r]);
    m_absentRows.compute(rows);
    return m_absentRows.info() == Eigen::Success;
}

// [A B; B^T C] = [L 0; W^T M] [L^T W; 0 M^T]  with  W = L^-1 B  and  M M^T = C - W^T W
void SupportCholesky::append(const Eigen::MatrixXf& h, const std::vector<Eigen::Index>& members)
{
    const auto before = static_cast<Eigen::Index>(m_members.size());
    m_members.insert(m_members.end(), members.begin(), members.end());
    const auto size = static_cast<Eigen::Index>(m_members.size());
    m_scale.conservativeResize(size);
    for (Eigen::Index k = before; k < size; ++k)
        m_scale[k] = scaleOf(h, m_members[static_cast<std::size_t>(k)]);
    const Eigen::Index all = size - base();
    Eigen::MatrixXf corner(all, all);
    const auto entry = [&](Eigen::Index r, Eigen::Index c) {
        return h(m_members[static_cast<std::size_t>(r)], m_members[static_cast<std::size_t>(c)]) *
               m_scale[r] * m_scale[c];
    };
    m_border.conservativeResize(base(), all);
    for (Eigen::Index c = before - base(); c < all; ++c) {
        for (Eigen::Index r = 0; r < base(); ++r)
            m_border(r, c) = entry(r, base() + c);
    }
    m_base.matrixL().solveInPlace(m_border.rightCols(size - before));
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
}

// x -> factor^-1 x, over all members.
void SupportCholesky::solveAll(Eigen::VectorXf& x) const
{
    auto head = x.head(base());
    auto tail = x.tail(added());
    m_base.matrixL().solveInPlace(head);
    if (added() > 0) {
        tail.noalias() -= m_border.transpose() * head;
        m_corner.triangularView<Eigen::Lower>().solveInPlace(tail);
        m_corner.transpose().triangularView<Eigen::Upper>().solveInPlace(tail);
        head.noalias() -= m_border * tail;
    }
    m_base.matrixU().solveInPlace(head);
}

// For the absent D with columns K = M^-1 e_D the inverse of M without D is  M^-1 - K (K_DD)^-1 K^T:
// x = M^-1 v -> the same without D.
void SupportCholesky::leaveOutAbsent(Eigen::VectorXf& x) const
{
    if (m_absent.empty())
        return;
    Eigen::VectorXf part(static_cast<Eigen::Index>(m_absent.size()));
    for (std::size_t k = 0; k < m_absent.size(); ++k)
        part[static_cast<Eigen::Index>(k)] = x[m_absent[k]];
    x.noalias() -= m_absentColumns * m_absentRows.solve(part);
}

Eigen::VectorXf SupportCholesky::solve(const Eigen::VectorXf& right) const
{
    Eigen::VectorXf x = Eigen::VectorXf::Zero(static_cast<Eigen::Index>(m_members.size()));
    for (std::size_t k = 0; k < m_place.size(); ++k)
        x[m_place[k]] = m_scale[m_place[k]] * right[static_cast<Eigen::Index>(k)];
    solveAll(x);
    leaveOutAbsent(x);
    Eigen::VectorXf result(right.size());
    for (std::size_t k = 0; k < m_place.size(); ++k)
        result[static_cast<Eigen::Index>(k)] = m_scale[m_place[k]] * x[m_place[k]];
    return result;
}

} // namespace representer
