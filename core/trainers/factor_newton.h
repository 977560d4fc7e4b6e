#pragma once

// The work of factor_solver.cpp for one compiled width; include it nowhere else.

#include "core/base/parallel.h"
#include "core/trainers/factor_solver.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <vector>

namespace representer {

template<int K>
class FactorNewton {
public:
    using Factors = Eigen::Matrix<double, Eigen::Dynamic, K, Eigen::RowMajor>;
    using Block = Eigen::Matrix<double, K, K>;
    using BlockF = Eigen::Matrix<float, K, K>;
    using Row = Eigen::Matrix<double, 1, K>;
    using Group = RatingProblem::Group;

    FactorNewton(const RatingProblem& problem, const RowMatrix& users, const RowMatrix& items)
        : m_problem(problem), m_width(K == Eigen::Dynamic ? items.cols() : K),
          m_at{padded(users, problem.byUser.size()), padded(items, problem.byItem.size())},
          m_slope(problem.size()), m_curvature(problem.loss == Loss::Squared ? 0 : problem.size()),
          m_product(problem.size())
    {
        if (users.rows() == 0)
            sweepSide(m_problem.byUser, m_at.items, m_at.users);
    }

    FactorSolution run(const FactorSolverOptions& options, const TaskContext& context)
    {
        FactorSolution result;
        double objective = evaluate(m_at, m_gradient);
        int sweepsLeft = options.minSweeps;
        for (;; ++result.iterations) {
            context.checkpoint("Solving for the factors", result.iterations, 0);
            result.trace.push_back(objective);
            result.gap = gap();
            if (result.gap <= options.tolerance)
                break;
            if (result.iterations >= options.maxIterations) {
                result.stop = Stop::IterationLimit;
                break;
            }
            if (sweepsLeft > 0 || !newtonStep(objective, context)) {
                sweep(context);
                const double next = evaluate(m_at, m_gradient);
                if (sweepsLeft == 0 && !(next < objective)) {
                    result.stop = Stop::Numerical; // neither method can lower the objective in double precision
                    result.gap = gap();
                    break;
                }
                objective = next;
                sweepsLeft = std::max(0, sweepsLeft - 1);
            }
        }
        result.objective = objective;
        result.users = m_at.users;
        result.items = m_at.items;
        result.slopes = m_slope;
        return result;
    }

private:
    struct Pair {
        Factors users;
        Factors items;
        double dot(const Pair& other) const
        {
            return users.cwiseProduct(other.users).sum() + items.cwiseProduct(other.items).sum();
        }
        void add(double scale, const Pair& other)
        {
            users += scale * other.users;
            items += scale * other.items;
        }
    };

    Factors padded(const RowMatrix& factors, std::int64_t rows) const
    {
        Factors result = Factors::Zero(rows, m_width);
        result.topLeftCorner(factors.rows(), factors.cols()) = factors;
        return result;
    }

    static constexpr std::int64_t grain = 32; // entities per block

    template<class Body>
    static void forEach(const Group& group, const Body& body)
    {
        parallelBlocks(group.size(), grain, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t a = begin; a < end; ++a)
                body(a, group.begin[static_cast<std::size_t>(a)], group.begin[static_cast<std::size_t>(a) + 1]);
        });
    }
    // Position in the by-user order of place p of a group.
    static std::size_t entryOf(const Group& group, std::int64_t p)
    {
        return group.entry.empty() ? static_cast<std::size_t>(p)
                                   : static_cast<std::size_t>(group.entry[static_cast<std::size_t>(p)]);
    }
    static Eigen::Index otherOf(const Group& group, std::int64_t p) { return group.other[static_cast<std::size_t>(p)]; }

    // Objective, slopes and the gradient  grad U_u = penalty U_u + sum_i l'_ui V_i (+ negatives U_u V^T V), V alike.
    double evaluate(const Pair& at, Pair& gradient)
    {
        const auto& byUser = m_problem.byUser;
        gradient.users.resize(at.users.rows(), m_width);
        gradient.items.resize(at.items.rows(), m_width);
        const Block itemGram = at.items.transpose() * at.items;
        const Block userGram = at.users.transpose() * at.users;
        Vector loss = Vector::Zero(byUser.size());
        forEach(byUser, [&](std::int64_t u, std::int64_t begin, std::int64_t end) {
            const Row row = at.users.row(u);
            Row sum = m_problem.penalty * row;
            if (m_problem.negatives > 0)
                sum += m_problem.negatives * row * itemGram;
            double total = 0;
            for (std::int64_t p = begin; p < end; ++p) {
                const auto e = static_cast<std::size_t>(p);
                const auto other = at.items.row(otherOf(byUser, p));
                const double f = row.dot(other);
                const double slope = m_problem.slope(f, e);
                m_slope[e] = slope;
                if (!m_curvature.empty())
                    m_curvature[e] = m_problem.curvature(f, e);
                total += m_problem.weightOf(e) * lossValue(m_problem.loss, f, m_problem.target[e]) -
                         m_problem.negatives * f * f / 2;
                sum += slope * other;
            }
            gradient.users.row(u) = sum;
            loss[u] = total;
        });
        const auto& byItem = m_problem.byItem;
        forEach(byItem, [&](std::int64_t i, std::int64_t begin, std::int64_t end) {
            Row sum = m_problem.penalty * at.items.row(i);
            if (m_problem.negatives > 0)
                sum += m_problem.negatives * at.items.row(i) * userGram;
            for (std::int64_t p = begin; p < end; ++p)
                sum += m_slope[entryOf(byItem, p)] * at.users.row(otherOf(byItem, p));
            gradient.items.row(i) = sum;
        });
        return loss.sum() + m_problem.penalty / 2 * (userGram.trace() + itemGram.trace()) +
               m_problem.negatives / 2 * userGram.cwiseProduct(itemGram).sum();
    }

    double gap() const
    {
        const auto longest = [](const Factors& rows) { return std::sqrt(rows.rowwise().squaredNorm().maxCoeff()); };
        return std::max(longest(m_gradient.users) * longest(m_at.items),
                        longest(m_gradient.items) * longest(m_at.users)) / m_problem.penalty;
    }

    double curvatureOf(std::size_t e) const
    {
        return m_curvature.empty() ? 1 - m_problem.negatives : m_curvature[e];
    }

    // sum_p curvature_p o_p o_p^T + penalty I (+ negatives Gram): one entity's diagonal block of the Hessian.
    Block diagonalBlock(const Group& group, const Factors& others, const Block& gram, std::int64_t begin,
                        std::int64_t end) const
    {
        constexpr int chunk = 32;
        Eigen::Matrix<double, K, chunk> gathered(m_width, chunk);
        Block block = m_problem.penalty * Block::Identity(m_width, m_width);
        if (m_problem.negatives > 0)
            block += m_problem.negatives * gram;
        for (std::int64_t p = begin; p < end; p += chunk) {
            const auto count = static_cast<Eigen::Index>(std::min<std::int64_t>(chunk, end - p));
            for (Eigen::Index c = 0; c < count; ++c) {
                const double root = std::sqrt(std::max(0.0, curvatureOf(entryOf(group, p + c))));
                gathered.col(c) = root * others.row(otherOf(group, p + c)).transpose();
            }
            block.template selfadjointView<Eigen::Lower>().rankUpdate(gathered.leftCols(count));
        }
        return block;
    }

    // One half of an alternating sweep: each row minimises the objective with the other side fixed; exactly for the
    // squared loss, by one safeguarded Newton step for the logistic loss.
    void sweepSide(const Group& group, const Factors& others, Factors& rows)
    {
        const Block gram = others.transpose() * others;
        forEach(group, [&](std::int64_t a, std::int64_t begin, std::int64_t end) {
            if (m_problem.loss != Loss::Squared) {
                newtonRow(group, others, gram, a, begin, end, rows);
                return;
            }
            Row right = Row::Zero(m_width);
            for (std::int64_t p = begin; p < end; ++p)
                right += m_problem.target[entryOf(group, p)] * others.row(otherOf(group, p));
            const Eigen::LLT<Block> factor(diagonalBlock(group, others, gram, begin, end));
            rows.row(a) = factor.solve(right.transpose()).transpose();
        });
    }

    void newtonRow(const Group& group, const Factors& others, const Block& gram, std::int64_t a, std::int64_t begin,
                   std::int64_t end, Factors& rows)
    {
        const Row start = rows.row(a);
        const auto value = [&](const Row& row) {
            double total = m_problem.penalty / 2 * row.squaredNorm();
            for (std::int64_t p = begin; p < end; ++p) {
                const std::size_t e = entryOf(group, p);
                total += m_problem.weightOf(e) *
                         lossValue(m_problem.loss, row.dot(others.row(otherOf(group, p))), m_problem.target[e]);
            }
            return total;
        };
        Row gradient = m_problem.penalty * start;
        for (std::int64_t p = begin; p < end; ++p) {
            const std::size_t e = entryOf(group, p);
            const double f = start.dot(others.row(otherOf(group, p)));
            m_curvature[e] = m_problem.curvature(f, e); // entries of one entity belong to one block: no two writers
            gradient += m_problem.slope(f, e) * others.row(otherOf(group, p));
        }
        const Eigen::LLT<Block> factor(diagonalBlock(group, others, gram, begin, end));
        const Row step = factor.solve(gradient.transpose()).transpose();
        const double before = value(start);
        for (double t = 1; t > 1e-6; t /= 2) {
            const Row next = start - t * step;
            if (value(next) <= before - 1e-4 * t * gradient.dot(step)) {
                rows.row(a) = next;
                return;
            }
        }
    }

    void sweep(const TaskContext& context)
    {
        sweepSide(m_problem.byUser, m_at.items, m_at.users);
        context.throwIfStopped();
        sweepSide(m_problem.byItem, m_at.users, m_at.items);
    }

    // Inverse diagonal blocks of one side, in single precision: only the speed of the inner iteration depends on them.
    void invertBlocks(const Group& group, const Factors& others, std::vector<BlockF>& inverse) const
    {
        const Block gram = others.transpose() * others;
        inverse.resize(static_cast<std::size_t>(group.size()));
        forEach(group, [&](std::int64_t a, std::int64_t begin, std::int64_t end) {
            const Eigen::LLT<Block> factor(diagonalBlock(group, others, gram, begin, end));
            const Block full = factor.solve(Block::Identity(m_width, m_width));
            inverse[static_cast<std::size_t>(a)] = full.template cast<float>();
        });
    }

    void precondition(const Pair& in, Pair& out) const
    {
        const auto apply = [&](const Group& group, const std::vector<BlockF>& inverse, const Factors& from, Factors& to) {
            to.resize(from.rows(), m_width);
            parallelBlocks(group.size(), 256, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t a = begin; a < end; ++a) {
                    const Eigen::Matrix<float, K, 1> row = from.row(a).transpose().template cast<float>();
                    to.row(a) = (inverse[static_cast<std::size_t>(a)] * row).transpose().template cast<double>();
                }
            });
        };
        apply(m_problem.byUser, m_userInverse, in.users, out.users);
        apply(m_problem.byItem, m_itemInverse, in.items, out.items);
    }

    // out = Hessian * d:  for users  penalty dU_u + sum_i (l'' df V_i + l' dV_i),  df = <dU_u, V_i> + <U_u, dV_i>,
    // plus the derivative of negatives U V^T V.
    void hessianTimes(const Pair& d, Pair& out)
    {
        out.users.resize(d.users.rows(), m_width);
        out.items.resize(d.items.rows(), m_width);
        const double w = m_problem.negatives;
        const Block itemGram = m_at.items.transpose() * m_at.items;
        const Block userGram = m_at.users.transpose() * m_at.users;
        const Block itemCross = d.items.transpose() * m_at.items;
        const Block userCross = d.users.transpose() * m_at.users;
        const Block itemBoth = itemCross + itemCross.transpose();
        const Block userBoth = userCross + userCross.transpose();
        const auto& byUser = m_problem.byUser;
        forEach(byUser, [&](std::int64_t u, std::int64_t begin, std::int64_t end) {
            const Row row = m_at.users.row(u);
            const Row step = d.users.row(u);
            Row sum = m_problem.penalty * step;
            if (w > 0)
                sum += w * (step * itemGram + row * itemBoth);
            for (std::int64_t p = begin; p < end; ++p) {
                const auto e = static_cast<std::size_t>(p);
                const auto other = m_at.items.row(otherOf(byUser, p));
                const auto otherStep = d.items.row(otherOf(byUser, p));
                const double change = curvatureOf(e) * (step.dot(other) + row.dot(otherStep));
                m_product[e] = change;
                sum += change * other + m_slope[e] * otherStep;
            }
            out.users.row(u) = sum;
        });
        const auto& byItem = m_problem.byItem;
        forEach(byItem, [&](std::int64_t i, std::int64_t begin, std::int64_t end) {
            Row sum = m_problem.penalty * d.items.row(i);
            if (w > 0)
                sum += w * (d.items.row(i) * userGram + m_at.items.row(i) * userBoth);
            for (std::int64_t p = begin; p < end; ++p) {
                const std::size_t e = entryOf(byItem, p);
                const Eigen::Index u = otherOf(byItem, p);
                sum += m_product[e] * m_at.users.row(u) + m_slope[e] * d.users.row(u);
            }
            out.items.row(i) = sum;
        });
    }

    // One inexact Newton step with backtracking. False when it cannot lower the objective.
    bool newtonStep(double& objective, const TaskContext& context)
    {
        invertBlocks(m_problem.byUser, m_at.items, m_userInverse);
        context.throwIfStopped();
        invertBlocks(m_problem.byItem, m_at.users, m_itemInverse);
        const Pair step = conjugateGradients(context);
        const double descent = m_gradient.dot(step);
        if (!(descent < 0))
            return false;
        const Pair start = m_at;
        for (double t = 1; t > 1e-4; t /= 2) {
            m_at = start;
            m_at.add(t, step);
            const double next = evaluate(m_at, m_gradient);
            // Near the end the decrease drowns in rounding; the gradient decides then.
            if (next <= objective + 1e-4 * t * descent + 1e-13 * std::abs(objective)) {
                objective = next;
                return true;
            }
        }
        m_at = start;
        objective = evaluate(m_at, m_gradient);
        return false;
    }

    // Approximate solution of Hessian d = -gradient; stops at negative curvature, where what it has is still a descent
    // direction.
    Pair conjugateGradients(const TaskContext& context)
    {
        constexpr double accuracy = 0.05; // of the gradient, in the preconditioner's norm
        constexpr int limit = 150;
        Pair residual = m_gradient;
        residual.users *= -1;
        residual.items *= -1;
        Pair z;
        precondition(residual, z);
        Pair direction = z;
        Pair step{Factors::Zero(m_at.users.rows(), m_width), Factors::Zero(m_at.items.rows(), m_width)};
        Pair image;
        double rz = residual.dot(z);
        const double target = accuracy * accuracy * rz;
        for (int i = 0; i < limit && rz > target; ++i) {
            context.throwIfStopped();
            hessianTimes(direction, image);
            const double bend = direction.dot(image);
            if (!(bend > 0)) {
                if (i == 0)
                    return direction;
                break;
            }
            const double length = rz / bend;
            step.add(length, direction);
            residual.add(-length, image);
            precondition(residual, z);
            const double next = residual.dot(z);
            const double beta = next / rz;
            rz = next;
            direction.users = z.users + beta * direction.users;
            direction.items = z.items + beta * direction.items;
        }
        return step;
    }

    const RatingProblem& m_problem;
    Eigen::Index m_width;
    Pair m_at;
    Pair m_gradient;
    std::vector<double> m_slope;     // l' per entry, by-user order
    std::vector<double> m_curvature; // l'' per entry; empty for the squared loss
    std::vector<double> m_product;   // l'' df of the last Hessian product
    std::vector<BlockF> m_userInverse;
    std::vector<BlockF> m_itemInverse;
};

} // namespace representer
