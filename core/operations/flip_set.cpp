#include "core/operations/flip_set.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/studies/training_selection.h"

#include <algorithm>

namespace representer {

namespace {

// importance for A minus importance for B, per sample.
std::vector<RankedSample> difference(std::vector<RankedSample> a, const std::vector<RankedSample>& b)
{
    for (const RankedSample& sample : b)
        a.push_back({sample.index, -sample.importance});
    std::stable_sort(a.begin(), a.end(), [](const auto& x, const auto& y) { return x.index < y.index; });
    std::vector<RankedSample> merged;
    for (const RankedSample& sample : a) {
        if (!merged.empty() && merged.back().index == sample.index)
            merged.back().importance += sample.importance;
        else
            merged.push_back(sample);
    }
    return merged;
}

std::string answer(const FlipResult& result, double share, const std::string& decision)
{
    const FlipSet& set = result.set;
    const std::string tried =
        std::to_string(set.retrainings) + (set.retrainings == 1 ? " retraining" : " retrainings");
    if (set.found)
        return "Without " + std::to_string(set.samples.size()) + " of " + std::to_string(set.candidates) +
               " related samples " + decision + ": the score goes from " + signedText(result.before) +
               " to " + signedText(result.after) + " (verified by " + tried + ").";
    return "None within " + shortText(100 * share) + " %: removing the first " +
           std::to_string(set.searched) + " of " + std::to_string(set.candidates) +
           " related samples does not turn the decision (" + tried + ").";
}

} // namespace

FlipResult smallestFlipSet(const OpenModel& model, const FlipRequest& request, const TaskContext& context)
{
    const Explainer& explainer = model.explainer(request.method, context);
    if (!signsMeanSomething(explainer.method()))
        throw Error(Error::Kind::BadOption,
                    "The random baseline ranks nothing, so it has no smallest set; choose "
                    "another method.");
    if (!(request.share > 0 && request.share <= 1))
        throw Error(Error::Kind::BadOption, "The share of samples to try must be above 0 and at most 1.");
    const auto* pair = std::get_if<UserItem>(&request.point);
    if (pair && (!request.rival || *request.rival == pair->item))
        throw Error(Error::Kind::BadOption,
                    "Name the item that should come out above this one (another item of the "
                    "same user's list).");
    std::vector<RankedSample> samples = summedImportances(explainer, std::span(&request.point, 1), 0);
    std::optional<TestPoint> rival;
    if (pair) {
        rival = UserItem{pair->user, *request.rival};
        samples = difference(std::move(samples), summedImportances(explainer, std::span(&*rival, 1), 0));
    }
    // For a document the score itself decides; for a pair the lead of A over B.
    const auto lead = [&](const ModelContent& content) {
        return model.trainedScore(content, request.point) -
               (rival ? model.trainedScore(content, *rival) : 0.0);
    };
    FlipResult result;
    result.before = lead(model.model().content);
    if (pair && result.before <= 0)
        throw Error(Error::Kind::BadOption, "The other item is already above this one.");
    const bool wasUp = result.before > 0;
    const std::size_t candidates =
        pair ? samples.size() : static_cast<std::size_t>(trainingSize(model.dataset()));
    const auto order = removalOrder(std::move(samples), wasUp ? Sign::Positive : Sign::Negative, true);
    const auto turned = [&](const ModelContent& content) { return (lead(content) > 0) != wasUp; };
    result.set = findFlipSet(model.retrainer(context), order, candidates, request.share, turned, context);
    result.after = result.set.found ? lead(*result.set.after) : result.before;
    result.sentence =
        answer(result, request.share, pair ? "the other item comes out above" : "the class turns");
    return result;
}

} // namespace representer
