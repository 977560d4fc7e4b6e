#include "ui/workbench/explained_point.h"

#include "core/base/stopwatch.h"
#include "ui/number_format.h"

namespace representer {

ExplainedPoint explainPoint(std::shared_ptr<const OpenModel> model, ExplainQuestion question,
                            const TaskContext& context)
{
    ExplainedPoint result;
    const Stopwatch preparing;
    model->explainer(question.method, context);
    result.prepareSeconds = preparing.seconds();
    context.throwIfStopped();

    const Stopwatch explaining;
    ExplainOptions options;
    options.side = question.side;
    options.top = question.top;
    result.explanation = model->explain(question.point, question.method, options);
    result.samples = model->describe(result.explanation);
    result.explainSeconds = explaining.seconds();
    context.throwIfStopped();

    result.modelName = toQString(model->model().info.name);
    result.pointDescription = toQString(model->describePoint(question.point));
    result.question = std::move(question);
    result.model = std::move(model);
    return result;
}

bool samePoint(const TestPoint& a, const TestPoint& b)
{
    if (a.index() != b.index())
        return false;
    if (const auto* row = std::get_if<DatasetRow>(&a))
        return *row == std::get<DatasetRow>(b);
    if (const auto* pair = std::get_if<UserItem>(&a))
        return *pair == std::get<UserItem>(b);
    const auto& first = std::get<FreeRow>(a);
    const auto& second = std::get<FreeRow>(b);
    return first.text == second.text && first.row.columns == second.row.columns &&
           first.row.values == second.row.values;
}

} // namespace representer
