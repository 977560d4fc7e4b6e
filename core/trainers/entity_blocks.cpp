#include "core/trainers/entity_blocks.h"

#include <Eigen/Cholesky>

namespace representer {

namespace {

using Panel = Eigen::Map<const Eigen::MatrixXf>;

} // namespace

void EntityBlocks::resize(std::int64_t entities, Eigen::Index width)
{
    m_width = width;
    m_factors.resize(static_cast<std::size_t>(entities * size(width)));
}

void EntityBlocks::set(std::int64_t entity, Eigen::Ref<Eigen::MatrixXf> block)
{
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXf>> factor(block);
    float* place = m_factors.data() + entity * size(m_width);
    for (Eigen::Index column = 0; column < m_width; column += side) {
        const Eigen::Index rows = m_width - column;
        Eigen::Map<Eigen::MatrixXf>(place, rows, side) = block.block(column, column, rows, side);
        place += rows * side;
    }
}

void EntityBlocks::solve(std::int64_t entity, float* row) const
{
    Eigen::Map<Eigen::VectorXf> x(row, m_width);
    const float* place = m_factors.data() + entity * size(m_width);
    for (Eigen::Index column = 0; column < m_width; column += side) {
        const Eigen::Index below = m_width - column - side;
        const Panel panel(place, below + side, side);
        auto head = x.segment<side>(column);
        panel.topRows<side>().triangularView<Eigen::Lower>().solveInPlace(head);
        x.tail(below).noalias() -= panel.bottomRows(below) * head;
        place += (below + side) * side;
    }
    for (Eigen::Index column = m_width - side; column >= 0; column -= side) {
        const Eigen::Index below = m_width - column - side;
        place -= (below + side) * side;
        const Panel panel(place, below + side, side);
        auto head = x.segment<side>(column);
        head.noalias() -= panel.bottomRows(below).transpose() * x.tail(below);
        panel.topRows<side>().transpose().triangularView<Eigen::Upper>().solveInPlace(head);
    }
}

} // namespace representer
