#include "ui/workbench/session.h"

#include "ui/workbench/bookmark.h"
#include "ui/workbench/workbench.h"

#include <QCryptographicHash>

#include <algorithm>

namespace representer {

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
    const auto place = explained ? bookmarkOf(*explained) : std::nullopt;
    if (!place)
        return;
    m_settings.beginGroup(group());
    m_settings.setValue(QStringLiteral("model"), place->model);
    m_settings.setValue(QStringLiteral("point"), place->point);
    m_settings.setValue(QStringLiteral("method"), place->method);
    m_settings.setValue(QStringLiteral("side"), static_cast<int>(place->side));
    m_settings.endGroup();
}

bool Session::restore()
{
    m_settings.beginGroup(group());
    Bookmark place;
    place.model = m_settings.value(QStringLiteral("model")).toString();
    place.point = m_settings.value(QStringLiteral("point")).toString();
    place.method = m_settings.value(QStringLiteral("method")).toString();
    place.side = static_cast<Side>(
        std::clamp(m_settings.value(QStringLiteral("side"), static_cast<int>(Side::Both)).toInt(), 0,
                   static_cast<int>(Side::Both)));
    m_settings.endGroup();
    return goTo(m_workbench, place);
}

} // namespace representer
