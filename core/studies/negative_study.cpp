#include "core/studies/negative_study.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "core/base/task_pool.h"
#include "core/trainers/rating_metrics.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace representer {

namespace {

double recall20(const FactorModel& model, const RatingData& data, const TaskContext& context)
{
    return rankingMetrics(scoringFactors(ModelContent(model)), data, Part::Test, 20, context).recall;
}

// Share of the test part's pairs among the first `count` suspects.
double shareFound(const std::vector<SuspectPair>& suspects, std::size_t count, const RatingIndex& testIndex,
                  const RatingPart& test)
{
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i)
        found += testIndex.find(test, suspects[i].user, suspects[i].item) ? 1 : 0;
    return static_cast<double>(found) / static_cast<double>(test.size());
}

// All retrainings of one base model.
class SeedRun {
public:
    SeedRun(const NegativeSetup& setup, const NegativePlan& plan, int number, const TaskContext& context)
        : m_data(*setup.data), m_plan(plan), m_number(number), m_tolerance(setup.training.tolerance),
          m_testIndex(m_data.test, m_data.users.size(), m_data.items.size()), m_base(*setup.original)
    {
        if (number > 0) {
            MfAlsOptions training = setup.training;
            training.seed = seed();
            m_base = trainMfAls(m_data, training, context).model;
        }
        m_recall = recall20(m_base, m_data, context);
        m_largest = *std::max_element(plan.percents.begin(), plan.percents.end());
    }

    std::vector<SuspectPair> suspects(NegativeRanking method, const TaskContext& context) const
    {
        return mostSuspectNegatives(m_base, m_data.train, method, count(m_largest), seed() + 1, context);
    }

    NegativeRow retrain(const std::vector<SuspectPair>& suspects, NegativeRanking method, double percent,
                        const TaskContext& context) const
    {
        const Stopwatch stopwatch;
        NegativeRow row;
        row.seedNumber = m_number;
        row.method = method;
        row.percent = percent;
        row.removed = count(percent);
        row.found = shareFound(suspects, static_cast<std::size_t>(row.removed), m_testIndex, m_data.test);
        row.recallBefore = m_recall;
        const std::vector<SuspectPair> removed(suspects.begin(), suspects.begin() + row.removed);
        row.recallAfter = recall20(
            retrainWithoutNegatives(m_base, m_data.train, removed, m_tolerance, context), m_data, context);
        row.seconds = stopwatch.seconds();
        return row;
    }

private:
    std::uint64_t seed() const
    {
        return Random::forTask(m_plan.seed, static_cast<std::uint64_t>(m_number)).next();
    }
    std::int64_t count(double percent) const
    {
        return std::llround(percent / 100 * static_cast<double>(negativeCount(m_base, m_data.train)));
    }

    const RatingData& m_data;
    const NegativePlan& m_plan;
    int m_number;
    double m_tolerance;
    RatingIndex m_testIndex;
    FactorModel m_base;
    double m_recall = 0;
    double m_largest = 0;
};

} // namespace

std::string negativeKey(int seedNumber, NegativeRanking method, double percent)
{
    return std::to_string(seedNumber) + "/" + std::string(negativeRankingName(method)) + "/" +
           exactText(percent) + "%";
}

std::string NegativeRow::key() const
{
    return negativeKey(seedNumber, method, percent);
}

std::int64_t NegativePlan::retrainings() const
{
    return static_cast<std::int64_t>(methods.size() * percents.size()) * seeds;
}

void checkNegativeStudy(const NegativeSetup& setup, const NegativePlan& plan)
{
    if (!setup.data->scale.binary)
        refuse("Negative samples belong to implicit feedback, but these ratings are on a scale; import them "
               "with --binarize 4, say, to keep the ratings of 4 and more as positives.");
    if (setup.data->test.size() == 0)
        refuse("There is no test part, so nothing can be found again; import with --test-fraction 0.5.");
    if (plan.methods.empty() || plan.percents.empty() || plan.seeds < 1)
        refuse("The study needs at least one method, one percentage and one seed.");
    for (const double percent : plan.percents)
        if (!(percent > 0 && percent < 100))
            refuse("p = " + shortText(percent) + " % must be above 0 and below 100.");
    requireRemovableNegatives(*setup.original);
}

void runNegativeStudy(const NegativeSetup& setup, const NegativePlan& plan,
                      const std::set<std::string>& finished, const NegativeSink& sink,
                      const TaskContext& context)
{
    checkNegativeStudy(setup, plan);
    const std::int64_t total = plan.retrainings();
    std::int64_t done = 0;
    for (int number = 0; number < plan.seeds; ++number) {
        struct Task {
            NegativeRanking method;
            double percent;
        };
        std::vector<Task> tasks;
        for (const NegativeRanking method : plan.methods)
            for (const double percent : plan.percents)
                if (!finished.contains(negativeKey(number, method, percent)))
                    tasks.push_back({method, percent});
        done += static_cast<std::int64_t>(plan.methods.size() * plan.percents.size() - tasks.size());
        if (tasks.empty())
            continue;
        context.checkpoint("Training", done, total);
        const SeedRun run(setup, plan, number, context);
        std::map<NegativeRanking, std::vector<SuspectPair>> suspects;
        for (const Task& task : tasks)
            if (!suspects.contains(task.method))
                suspects.emplace(task.method, run.suspects(task.method, context));
        runTasks(static_cast<std::int64_t>(tasks.size()), threadLimit(), context,
                 [&](std::int64_t t, const TaskContext& inner, const Post& post) {
                     const Task& task = tasks[static_cast<std::size_t>(t)];
                     const NegativeRow row =
                         run.retrain(suspects.at(task.method), task.method, task.percent, inner);
                     post([&, row] {
                         sink(row, ++done, total);
                         context.checkpoint("Retraining", done, total);
                     });
                 });
    }
}

NegativeSummary summariseNegatives(const NegativePlan& plan, const std::vector<NegativeRow>& rows)
{
    // In the order of seeds, whatever finished first.
    const auto rowOf = [&](int number, NegativeRanking method, double percent) {
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const NegativeRow& r) {
            return r.seedNumber == number && r.method == method && r.percent == percent;
        });
        return row == rows.end() ? nullptr : &*row;
    };
    NegativeSummary summary;
    for (const NegativeRanking method : plan.methods) {
        std::vector<double> allFound(static_cast<std::size_t>(plan.seeds)), allChange(allFound.size());
        std::vector<std::size_t> percents(allFound.size());
        for (const double percent : plan.percents) {
            std::vector<double> found, change;
            for (int number = 0; number < plan.seeds; ++number) {
                const NegativeRow* row = rowOf(number, method, percent);
                if (row == nullptr)
                    continue;
                found.push_back(row->found);
                change.push_back(row->recallAfter - row->recallBefore);
                const auto seed = static_cast<std::size_t>(number);
                allFound[seed] += found.back() / static_cast<double>(plan.percents.size());
                allChange[seed] += change.back() / static_cast<double>(plan.percents.size());
                ++percents[seed];
            }
            if (!found.empty())
                summary.rows.push_back({method, percent, meanInterval(found), meanInterval(change)});
        }
        std::vector<double> found, change;
        for (std::size_t seed = 0; seed < percents.size(); ++seed) {
            if (percents[seed] < plan.percents.size())
                continue;
            found.push_back(allFound[seed]);
            change.push_back(allChange[seed]);
        }
        if (!found.empty())
            summary.areas.push_back({method, meanInterval(found), meanInterval(change)});
    }
    for (const NegativeRow& row : rows)
        summary.secondsPerRetraining += row.seconds / static_cast<double>(rows.size());
    return summary;
}

} // namespace representer
