#include "core/studies/deletion_plan.h"

#include "core/base/error.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace representer {

std::int64_t DeletionSize::count(std::int64_t trainingSize) const
{
    return percent ? std::llround(amount / 100 * static_cast<double>(trainingSize)) : std::llround(amount);
}

std::string DeletionSize::text() const
{
    return exactText(amount) + (percent ? "%" : "");
}

DeletionSize parseDeletionSize(std::string_view text)
{
    const bool percent = text.ends_with('%');
    const auto amount = parseNumber(percent ? text.substr(0, text.size() - 1) : text);
    const bool whole = amount && (percent || *amount == std::floor(*amount));
    if (!whole || *amount <= 0 || (percent && *amount > 100))
        throw Error(Error::Kind::BadOption,
                    "k = \"" + quotedExcerpt(text) +
                        "\" is neither a number of samples such as 10 nor a percentage of "
                        "the training part such as 2.5%.");
    return {*amount, percent};
}

std::vector<std::vector<TestPoint>> DeletionPlan::units() const
{
    if (joint)
        return trials;
    std::vector<std::vector<TestPoint>> single;
    for (const auto& trial : trials)
        for (const auto& point : trial)
            single.push_back({point});
    return single;
}

std::int64_t DeletionPlan::retrainings() const
{
    std::size_t unitCount = trials.size();
    if (!joint) {
        unitCount = 0;
        for (const auto& trial : trials)
            unitCount += trial.size();
    }
    return static_cast<std::int64_t>(unitCount * methods.size() * signs.size() * sizes.size());
}

DeletionPlan checkedPlan(DeletionPlan plan, std::int64_t trainingSize)
{
    if (plan.methods.empty())
        refuse("The study names no method; give at least one, such as high-dim or random.");
    if (plan.signs.empty())
        refuse("The study names no sign; remove the positive samples, the negative ones, or both.");
    if (plan.sizes.empty())
        refuse("The study names no k; give numbers of samples to remove, such as 10,20,30 or 1%,2%.");
    std::erase_if(plan.trials, [](const auto& trial) { return trial.empty(); });
    if (plan.trials.empty())
        refuse("The study has no test point: the dataset has no test part, or no sample passes the filter. "
               "Choose "
               "points by hand or loosen the filter.");
    for (const DeletionSize& size : plan.sizes) {
        const std::int64_t count = size.count(trainingSize);
        if (count < 1)
            refuse("k = " + size.text() + " is less than one of the " + std::to_string(trainingSize) +
                   " training samples; choose a larger k.");
        if (count >= trainingSize)
            refuse("k = " + size.text() + " would remove all " + std::to_string(trainingSize) +
                   " training samples; choose a smaller k.");
    }
    const auto less = [&](const DeletionSize& a, const DeletionSize& b) {
        return a.count(trainingSize) < b.count(trainingSize);
    };
    const auto same = [&](const DeletionSize& a, const DeletionSize& b) {
        return a.count(trainingSize) == b.count(trainingSize);
    };
    std::stable_sort(plan.sizes.begin(), plan.sizes.end(), less);
    plan.sizes.erase(std::unique(plan.sizes.begin(), plan.sizes.end(), same), plan.sizes.end());
    std::vector<std::string> methods;
    for (auto& method : plan.methods)
        if (std::find(methods.begin(), methods.end(), method) == methods.end())
            methods.push_back(std::move(method));
    plan.methods = std::move(methods);
    return plan;
}

std::string deletionKey(std::size_t unit, std::string_view method, Sign sign, const DeletionSize& size)
{
    return std::to_string(unit) + "/" + std::string(method) + "/" + std::string(signName(sign)) + "/" +
           size.text();
}

} // namespace representer
