#include "core/explainers/factor_explainers.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/explainers/contribution_order.h"
#include "core/explainers/fast_influence.h"
#include "core/explainers/high_dim_factors.h"
#include "core/explainers/tracin_checkpoints.h"

#include <algorithm>
#include <map>

namespace representer {

namespace {

// Uniform over the samples that share the user or the item.
class RandomPairs final : public PairExplainer {
public:
    RandomPairs(std::shared_ptr<const RatingData> data, std::shared_ptr<const RatingIndex> index,
                std::shared_ptr<const ModelContent> content)
        : PairExplainer(factorMethods()[3], std::move(data), std::move(index), std::move(content))
    {
    }

protected:
    void fill(const UserItem&, Side side, const ExplainOptions& options,
              std::span<Contribution> out) const override
    {
        for (Contribution& contribution : out) {
            Random random =
                Random::forTask(options.seed, 2 * static_cast<std::uint64_t>(contribution.index.value) +
                                                  (side == Side::User ? 1 : 0));
            contribution.global = 2 * random.uniform() - 1;
            contribution.local = 1;
        }
    }
};

} // namespace

const std::vector<MethodDescriptor>& factorMethods()
{
    static const std::vector<MethodDescriptor> methods{
        {"high-dim", "High-dimensional representer",
         "The user's other ratings and the item's other ratings, each weighed by its error and its "
         "similarity",
         "a <V_i, V_i'> over the user's ratings, a <U_u, U_u'> over the item's; a = -l'/(n lambda)",
         "exact at the optimum of a penalised model: each side sums to the score; otherwise ranking only",
         false},
        {"fia", "Fast influence analysis",
         "How the score would move if the user (or the item) were refitted without the sample",
         "-l' g_i^T H^-1 g_i', H the Hessian of the user's (item's) own parameters", "ranking only", true},
        {"tracin", "TracIn over checkpoints",
         "How much each sample's gradient steps moved the score during training",
         "sum over checkpoints of rate (-l') <gradient at the sample, gradient at the pair>", "ranking only",
         false},
        {"random", "Random", "A random order of the related samples, to compare with", "uniform in [-1, 1]",
         "ranking only", false}};
    return methods;
}

std::string factorMethodRefusal(std::string_view method, const ModelContent& content)
{
    const auto* factors = std::get_if<FactorModel>(&content);
    const auto* tower = std::get_if<TwoTowerModel>(&content);
    if (factors == nullptr && tower == nullptr)
        return "This method explains recommenders; the model does not score pairs of a user and an item.";
    const auto& methods = factorMethods();
    if (std::none_of(methods.begin(), methods.end(), [&](const auto& known) { return known.id == method; }))
        return "There is no method \"" + std::string(method) +
               "\" for recommenders; choose high-dim, fia, tracin or random.";
    if (method == "fia" && factors != nullptr && factors->origin == FactorModel::Origin::NuclearNorm)
        return "Fast influence analysis refits one user's or one item's own parameters, and a nuclear-norm "
               "model has none: "
               "its parameter is the whole matrix. Use high-dim, or train mf with the same penalty.";
    if (method == "tracin" &&
        (factors != nullptr ? factors->checkpoints.empty() : tower->checkpoints.empty()))
        return "TracIn sums over checkpoints of the training, and this model has none stored. Train it again "
               "with "
               "the sgd or adam optimizer and checkpoints, or adopt checkpoint files with it.";
    return {};
}

std::unique_ptr<Explainer> makeFactorExplainer(std::string_view method,
                                               std::shared_ptr<const RatingData> data,
                                               std::shared_ptr<const RatingIndex> index,
                                               std::shared_ptr<const ModelContent> content,
                                               const TaskContext& context)
{
    if (const std::string reason = factorMethodRefusal(method, *content); !reason.empty())
        throw Error(Error::Kind::BadOption, reason);
    context.checkpoint("Preparing explanations", 0, 1);
    if (method == "high-dim")
        return std::make_unique<HighDimFactors>(std::move(data), std::move(index), std::move(content));
    if (method == "fia")
        return std::make_unique<FastInfluence>(std::move(data), std::move(index), std::move(content));
    if (method == "tracin")
        return std::make_unique<TracinCheckpoints>(std::move(data), std::move(index), std::move(content));
    return std::make_unique<RandomPairs>(std::move(data), std::move(index), std::move(content));
}

Explanation explainDifference(const Explainer& explainer, UserIndex user, ItemIndex itemA, ItemIndex itemB,
                              const ExplainOptions& options)
{
    ExplainOptions all = options;
    all.top.reset();
    Explanation a = explainer.explain(UserItem{user, itemA}, all);
    const Explanation b = explainer.explain(UserItem{user, itemB}, all);

    std::map<TrainIndex, std::size_t> shared; // item side: the same samples of the user in both
    for (std::size_t i = 0; i < a.contributions.size(); ++i)
        if (a.contributions[i].side == Side::Item)
            shared.emplace(a.contributions[i].index, i);
    for (Contribution contribution : b.contributions) {
        if (const auto found = shared.find(contribution.index);
            contribution.side == Side::Item && found != shared.end()) {
            Contribution& both = a.contributions[found->second];
            both.importance -= contribution.importance;
            both.local = both.global != 0 ? both.importance / both.global : 0;
            if (both.global == 0 && both.importance != 0) {
                both.global = both.importance;
                both.local = 1;
            }
        } else {
            contribution.local *= -1;
            contribution.importance *= -1;
            a.contributions.push_back(contribution);
        }
    }
    a.prediction -= b.prediction;
    a.offset -= b.offset;
    a.actual.reset();
    for (std::size_t s = 0; s < a.sums.size(); ++s) {
        a.sums[s].sum -= b.sums[s].sum;
        a.sums[s].residual -= b.sums[s].residual;
        a.sums[s].samples += a.sums[s].side == Side::Item ? 0 : b.sums[s].samples;
    }
    a.exact = a.exact && b.exact;
    if (!a.exact)
        a.unit = "ranking";
    a.candidates = a.contributions.size();
    a.notes.insert(a.notes.end(), b.notes.begin(), b.notes.end());
    orderContributions(a.contributions, options.top);
    return a;
}

} // namespace representer
