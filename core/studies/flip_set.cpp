#include "core/studies/flip_set.h"

#include <algorithm>
#include <cmath>

namespace representer {

FlipSet findFlipSet(const Retrainer& retrainer, std::span<const RankedSample> order, std::size_t candidates,
                    double share, const std::function<bool(const ModelContent&)>& turned,
                    const TaskContext& context)
{
    FlipSet result;
    result.candidates = candidates;
    result.searched =
        std::min(order.size(), static_cast<std::size_t>(std::floor(share * static_cast<double>(candidates))));
    std::optional<ModelContent> latest; // the last model tried: the nearest warm start at hand
    const auto tryPrefix = [&](std::size_t k) {
        context.checkpoint("Looking for the smallest set", result.retrainings, 0);
        TrainingEdit edit;
        edit.removed = firstOf(order, k);
        latest = retrainer.retrain(edit, latest ? &*latest : nullptr, context);
        ++result.retrainings;
        return turned(*latest);
    };
    std::size_t tooShort = 0;
    std::size_t enough = 0;
    for (std::size_t k = std::min<std::size_t>(1, result.searched); k > 0 && enough == 0;) {
        if (tryPrefix(k)) {
            enough = k;
            result.after = latest;
        } else {
            tooShort = k;
            k = k == result.searched ? 0 : std::min(2 * k, result.searched);
        }
    }
    while (enough > tooShort + 1) {
        const std::size_t middle = tooShort + (enough - tooShort) / 2;
        if (tryPrefix(middle)) {
            enough = middle;
            result.after = latest;
        } else {
            tooShort = middle;
        }
    }
    result.found = enough > 0;
    result.samples.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(enough));
    return result;
}

} // namespace representer
