#include "ui/workbench/bookmark.h"

#include "ui/number_format.h"
#include "ui/workbench/workbench.h"

#include <QStringList>

namespace representer {

namespace {

QString pointText(const TestPoint& point)
{
    if (const auto* row = std::get_if<DatasetRow>(&point))
        return QStringLiteral("row %1 %2").arg(static_cast<int>(row->part)).arg(row->index);
    if (const auto* pair = std::get_if<UserItem>(&point))
        return QStringLiteral("pair %1 %2").arg(pair->user.value).arg(pair->item.value);
    return {};
}

std::optional<TestPoint> pointFromText(const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '));
    if (words.size() != 3)
        return std::nullopt;
    const int first = words[1].toInt();
    const int second = words[2].toInt();
    if (words[0] == QStringLiteral("row") && first >= 0 && first <= static_cast<int>(Part::Test))
        return DatasetRow{static_cast<Part>(first), second};
    if (words[0] == QStringLiteral("pair"))
        return UserItem{{first}, {second}};
    return std::nullopt;
}

bool exists(const ModelInfo& model, const DatasetInfo& dataset, const TestPoint& point)
{
    if (model.dataset != dataset.name)
        return false;
    if (const auto* row = std::get_if<DatasetRow>(&point)) {
        const std::int64_t rows = row->part == Part::Train        ? dataset.train
                                  : row->part == Part::Validation ? dataset.validation
                                                                  : dataset.test;
        return dataset.kind != DatasetKind::Ratings && row->index >= 0 && row->index < rows;
    }
    const auto* pair = std::get_if<UserItem>(&point);
    return pair && dataset.kind == DatasetKind::Ratings && pair->user.value >= 0 &&
           pair->user.value < dataset.users && pair->item.value >= 0 && pair->item.value < dataset.items;
}

} // namespace

std::optional<Bookmark> bookmarkOf(const ExplainedPoint& explained)
{
    const ExplainQuestion& question = explained.question;
    const QString point = pointText(question.point);
    if (point.isEmpty())
        return std::nullopt;
    return Bookmark{explained.modelName, point, toQString(question.method), question.side};
}

bool goTo(Workbench& workbench, const Bookmark& place)
{
    const ModelInfo* model = workbench.findModel(place.model);
    if (!model)
        return false;
    const DatasetInfo* dataset = workbench.findDataset(toQString(model->dataset));
    const auto point = pointFromText(place.point);
    const bool pointIsThere = dataset && point && exists(*model, *dataset, *point);
    if (!place.method.isEmpty())
        workbench.setMethod(place.method.toStdString());
    workbench.setSide(place.side);
    workbench.useModel(place.model);
    if (pointIsThere)
        workbench.setPoint(*point);
    return true;
}

} // namespace representer
