#pragma once

#include <QString>

namespace representer {

// Text of the user inside a tooltip: Qt would otherwise take "<b>" in a document for markup.
inline QString plainToolTip(const QString& text)
{
    QString escaped = text.toHtmlEscaped();
    escaped.replace(QLatin1Char('\n'), QStringLiteral("<br>"));
    return QStringLiteral("<qt>%1</qt>").arg(escaped);
}

} // namespace representer
