// The matrix H of the quadratic model: made, extended and kept up to date. What is done with it is in
// l1_quadratic.cpp.
#include "core/base/parallel.h"
#include "core/trainers/l1_quadratic.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace representer {
namespace {

constexpr std::int64_t hessianGrain = 64; // columns of H per parallel block
constexpr std::int64_t addedGrain = 8;    // of them, those that are new

} // namespace

L1Quadratic::L1Quadratic(const SparseColumns& z, const std::vector<std::int32_t>& set, std::size_t room)
{
    const auto size = static_cast<Eigen::Index>(set.size() + room);
    m_h.resize(size, size);
    m_used.setZero(z.rows());
    extend(z, set);
}

void L1Quadratic::startFrom(const L1Quadratic& other)
{
    m_set = other.m_set;
    m_blocks = other.m_blocks;
    m_used = other.m_used;
    m_factor = {};
    m_spent = 0;
    m_h.resize(other.m_h.rows(), other.m_h.cols());
    const auto size = static_cast<Eigen::Index>(m_set.size());
    parallelBlocks(size, hessianGrain, [&](std::int64_t begin, std::int64_t end) {
        m_h.block(0, begin, size, end - begin) = other.m_h.block(0, begin, size, end - begin);
    });
}

void L1Quadratic::extend(const SparseColumns& z, const std::vector<std::int32_t>& columns)
{
    if (columns.empty())
        return;
    const std::size_t first = m_set.size();
    m_set.insert(m_set.end(), columns.begin(), columns.end());
    std::stable_sort(m_set.begin() + static_cast<std::ptrdiff_t>(first), m_set.end(),
                     [&](std::int32_t a, std::int32_t b) {
                         return columnView(z, a).rows.size() > columnView(z, b).rows.size();
                     });
    // The first block is shared with other models; all that join later are one more, because a product
    // visits every row of each.
    const std::size_t shared = m_blocks.empty() ? 0 : m_blocks.front()->columns();
    m_blocks.resize(std::min<std::size_t>(m_blocks.size(), 1));
    m_blocks.push_back(std::make_shared<const MemberColumns>(
        z, std::vector(m_set.begin() + static_cast<std::ptrdiff_t>(shared), m_set.end()), shared));

    // Their columns of H, and these as rows of the others.
    const auto before = static_cast<Eigen::Index>(first), added = static_cast<Eigen::Index>(columns.size());
    m_h.block(0, before, before + added, added).setZero();
    parallelBlocks(
        static_cast<std::int64_t>(columns.size()), addedGrain, [&](std::int64_t begin, std::int64_t end) {
            for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c) {
                float* h = m_h.col(static_cast<Eigen::Index>(first + c)).data();
                m_blocks.back()->forColumn(first - shared + c, [&](std::size_t row, float value) {
                    if (const auto used = static_cast<float>(m_used[static_cast<Eigen::Index>(row)]);
                        used != 0)
                        addRow(row, used * value, h);
                });
            }
        });
    m_h.block(before, 0, added, before) = m_h.block(0, before, before, added).transpose();
}

// h += factor * row of Z_W
void L1Quadratic::addRow(std::size_t row, float factor, float* h) const
{
    for (const std::shared_ptr<const MemberColumns>& block : m_blocks)
        block->addRow(row, factor, h);
}

void L1Quadratic::follow(const Vector& curvature, double share)
{
    std::vector<std::size_t> rows;         // that changed, and
    std::vector<float> change;             // by how much
    const double floor = curvature.mean(); // of what a change is compared with: rows of little weight wait
    for (Eigen::Index i = 0; i < m_used.size(); ++i) {
        const double difference = curvature[i] - m_used[i];
        if (difference == 0 || std::abs(difference) <= share * std::max({curvature[i], m_used[i], floor}))
            continue;
        m_used[i] = curvature[i];
        rows.push_back(static_cast<std::size_t>(i));
        change.push_back(static_cast<float>(difference));
    }
    if (rows.empty())
        return;

    // These rows close together, because each is read once for each of its members: the frequent columns with
    // their zeros, and the entries of the others.
    struct Frequent {
        std::size_t first, width;
    };
    std::vector<Frequent> frequent;
    for (const std::shared_ptr<const MemberColumns>& block : m_blocks)
        frequent.push_back({block->first(), block->frequentValues(0).size()});
    std::vector<float> dense, value;
    std::vector<std::uint16_t> member;
    std::vector<std::size_t> start{0};
    std::vector<std::size_t> firstOf(m_set.size() + 1, 0); // by member: its first entry, below
    double work = 0;                                       // multiplications for whole columns
    for (const std::size_t row : rows) {
        std::size_t entries = 0;
        for (const std::shared_ptr<const MemberColumns>& block : m_blocks) {
            const auto append = [](auto& all, const auto& some) {
                all.insert(all.end(), some.begin(), some.end());
            };
            append(dense, block->frequentValues(row));
            append(member, block->rareMembers(row));
            append(value, block->rareValues(row));
            for (const std::uint16_t s : block->members(row))
                ++firstOf[s + std::size_t{1}];
            entries += block->members(row).size();
        }
        work += static_cast<double>(entries) * static_cast<double>(entries);
        start.push_back(member.size());
    }
    const std::size_t width = dense.size() / rows.size();

    // By member: in which of these rows it is, with what value.
    struct Entry {
        std::uint32_t row;
        float value;
    };
    std::partial_sum(firstOf.begin(), firstOf.end(), firstOf.begin());
    std::vector<Entry> entries(firstOf.back());
    std::vector<std::size_t> next(firstOf.begin(), firstOf.end() - 1);
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (const std::shared_ptr<const MemberColumns>& block : m_blocks) {
            const auto members = block->members(rows[r]);
            const auto values = block->values(rows[r]);
            for (std::size_t k = 0; k < members.size(); ++k)
                entries[next[members[k]]++] = {static_cast<std::uint32_t>(r), values[k]};
        }

    // Many rows: the lower triangle and a copy of it; few: whole columns.
    const auto size = static_cast<Eigen::Index>(m_set.size());
    const bool mirrored = work > 4.0 * static_cast<double>(size) * static_cast<double>(size);
    parallelBlocks(size, hessianGrain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t c = begin; c < end; ++c) {
            float* h = m_h.col(c).data();
            for (std::size_t e = firstOf[static_cast<std::size_t>(c)];
                 e < firstOf[static_cast<std::size_t>(c) + 1]; ++e) {
                const auto [row, own] = entries[e];
                const float factor = change[row] * own;
                const float* denseRow = dense.data() + row * width;
                for (const Frequent& block : frequent) {
                    if (!mirrored || block.first + block.width > static_cast<std::size_t>(c))
                        addScaled(h + block.first, factor, denseRow, static_cast<Eigen::Index>(block.width));
                    denseRow += block.width;
                }
                std::size_t k = start[row];
                if (mirrored)
                    k = static_cast<std::size_t>(
                        std::lower_bound(member.begin() + static_cast<std::ptrdiff_t>(k),
                                         member.begin() + static_cast<std::ptrdiff_t>(start[row + 1]), c) -
                        member.begin());
                for (; k < start[row + 1]; ++k)
                    h[member[k]] += factor * value[k];
            }
        }
    });
    if (mirrored)
        mirror();
}

// The upper triangle becomes that of the lower one.
void L1Quadratic::mirror()
{
    constexpr Eigen::Index tile = 64;
    const auto size = static_cast<Eigen::Index>(m_set.size());
    parallelBlocks(size, tile, [&](std::int64_t left, std::int64_t right) {
        for (Eigen::Index top = left; top < size; top += tile)
            for (Eigen::Index j = left; j < right; ++j)
                for (Eigen::Index i = std::max(top, j + 1); i < std::min(top + tile, size); ++i)
                    m_h(j, i) = m_h(i, j);
    });
}

} // namespace representer
