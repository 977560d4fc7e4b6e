#include "core/operations/any_study.h"

#include "core/store/study_store.h"

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

AnyStudy resumeAnyStudy(const Workspace& workspace, std::int64_t id, const TaskContext& context)
{
    const std::string kind = StudyStore(workspace).require(id).kind;
    if (kind == "negatives")
        return resumeNegatives(workspace, id, {}, context);
    if (kind == "mislabel")
        return resumeMislabel(workspace, id, {}, context);
    return resumeStudy(workspace, id, {}, context);
}

} // namespace representer
