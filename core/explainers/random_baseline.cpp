#include "core/explainers/random_baseline.h"

#include "core/base/random.h"

namespace representer {

const MethodDescriptor& RandomBaseline::descriptor()
{
    static const MethodDescriptor method{.id = "random",
                                         .name = "Random",
                                         .summary =
                                             "Seeded random importances: the baseline every method must beat",
                                         .formula = "uniform in [-1, 1]",
                                         .promise = "ranking only",
                                         .predictsSize = false};
    return method;
}

void RandomBaseline::factors(const LinearPoint& point, std::uint64_t seed, Eigen::Ref<Vector> global,
                             Eigen::Ref<Vector> local) const
{
    Random random = Random::forTask(seed, point.key);
    for (Eigen::Index i = 0; i < global.size(); ++i)
        global[i] = 2 * random.uniform() - 1;
    local.setOnes();
}

std::vector<double> RandomBaseline::selfImportances() const
{
    std::vector<double> result(static_cast<std::size_t>(samples()));
    Random random(0);
    for (double& value : result)
        value = 2 * random.uniform() - 1;
    return result;
}

} // namespace representer
