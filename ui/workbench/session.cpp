#include "ui/workbench/session.h"

#include "ui/number_format.h"
#include "ui/workbench/workbench.h"

#include <QCryptographicHash>

namespace representer {

namespace {

// "row 2 17", "pair 4169 12", or "text ..." for something typed in.
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

Session::Session(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench)
{
    connect(&workbench, &Workbench::explanationChanged, this, &Session::save);
}

// A path may hold anything, a settings key may not: the group is named by its hash.
QString Session::group() const
{
    const QByteArray path = QByteArray::fromStdString(m_workbench.workspacePath().string());
    return QStringLiteral("session/") +
           QString::fromLatin1(QCryptographicHash::hash(path, QCryptographicHash::Md5).toHex());
}

void Session::save()
{
    const auto explained = m_workbench.explanation();
    if (!explained)
        return;
    m_settings.beginGroup(group());
    m_settings.setValue(QStringLiteral("model"), explained->modelName);
    m_settings.setValue(QStringLiteral("point"), pointText(explained->question.point));
    m_settings.setValue(QStringLiteral("method"), toQString(explained->question.method));
    m_settings.setValue(QStringLiteral("side"), static_cast<int>(explained->question.side));
    m_settings.endGroup();
}

bool Session::restore()
{
    m_settings.beginGroup(group());
    const QString name = m_settings.value(QStringLiteral("model")).toString();
    const auto point = pointFromText(m_settings.value(QStringLiteral("point")).toString());
    const QString method = m_settings.value(QStringLiteral("method")).toString();
    const int side = m_settings.value(QStringLiteral("side"), static_cast<int>(Side::Both)).toInt();
    m_settings.endGroup();
    const ModelInfo* model = m_workbench.findModel(name);
    if (!model)
        return false;
    const DatasetInfo* dataset = m_workbench.findDataset(toQString(model->dataset));
    const bool pointIsThere = dataset && point && exists(*model, *dataset, *point);
    if (!method.isEmpty())
        m_workbench.setMethod(method.toStdString());
    if (side >= 0 && side <= static_cast<int>(Side::Both))
        m_workbench.setSide(static_cast<Side>(side));
    m_workbench.useModel(name);
    if (pointIsThere)
        m_workbench.setPoint(*point);
    return true;
}

} // namespace representer
