#include "core/operations/any_study.h"

#include "core/store/study_store.h"

#include <type_traits>

namespace representer {

AnyStudy loadAnyStudy(const Workspace& workspace, std::int64_t id)
{
    const std::string kind = StudyStore(workspace).require(id).kind;
    if (kind == "negatives")
        return loadNegatives(workspace, id);
    if (kind == "mislabel")
        return loadMislabel(workspace, id);
    return loadStudy(workspace, id);
}

AnyStudy resumeAnyStudy(const Workspace& workspace, std::int64_t id, const AnyStudyObserver& observer,
                        const TaskContext& context)
{
    const auto tell = [&observer, id](const auto& row) {
        if (observer)
            observer(id, row);
    };
    const std::string kind = StudyStore(workspace).require(id).kind;
    if (kind == "negatives")
        return resumeNegatives(
            workspace, id, [&tell](const NegativeRow& row, std::int64_t, std::int64_t) { tell(row); },
            context);
    if (kind == "mislabel")
        return resumeMislabel(
            workspace, id, [&tell](const MislabelRow& row, std::int64_t, std::int64_t) { tell(row); },
            context);
    return resumeStudy(
        workspace, id, [&tell](const StudyProgress& progress) { tell(*progress.row); }, context);
}

const StudyHead& headOf(const AnyStudy& study)
{
    return std::visit([](const auto& one) -> const StudyHead& { return one; }, study);
}

std::int64_t plannedRows(const AnyStudy& study)
{
    if (const auto* mislabel = std::get_if<MislabelResult>(&study))
        return mislabel->plan.rankings();
    if (const auto* negatives = std::get_if<NegativeResult>(&study))
        return negatives->plan.retrainings();
    return std::get<StudyResult>(study).plan.retrainings();
}

std::int64_t finishedRows(const AnyStudy& study)
{
    return std::visit([](const auto& one) { return static_cast<std::int64_t>(one.rows.size()); }, study);
}

void addStudyRow(AnyStudy& study, const AnyStudyRow& row)
{
    std::visit(
        [](auto& one, const auto& finished) {
            using Row = typename std::decay_t<decltype(one.rows)>::value_type;
            if constexpr (std::is_same_v<Row, std::decay_t<decltype(finished)>>)
                one.rows.push_back(finished);
        },
        study, row);
}

void summariseAnyStudy(AnyStudy& study)
{
    if (auto* mislabel = std::get_if<MislabelResult>(&study))
        mislabel->summary = summariseMislabels(mislabel->plan, mislabel->rows);
    else if (auto* negatives = std::get_if<NegativeResult>(&study))
        negatives->summary = summariseNegatives(negatives->plan, negatives->rows);
    else if (auto* deletion = std::get_if<StudyResult>(&study))
        deletion->summary = summarise(deletion->plan, deletion->rows);
}

} // namespace representer
