#include "ui/theme/icons.h"

#include "ui/theme/colours.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace representer {

QPixmap tintedPixmap(const QString& name, const QColor& colour, int size, qreal devicePixelRatio)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    QByteArray svg = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    svg.replace("currentColor", colour.name().toLatin1());
    QPixmap pixmap(QSize(size, size) * devicePixelRatio);
    pixmap.fill(Qt::transparent);
    if (!svg.isEmpty()) {
        QPainter painter(&pixmap);
        QSvgRenderer(svg).render(&painter);
    }
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

QIcon themedIcon(const QString& name, const QPalette& palette)
{
    QIcon icon;
    const QColor normal = mutedTextColour(palette);
    for (const qreal ratio : {1.0, 2.0, 3.0}) {
        for (const int size : {16, 24}) {
            icon.addPixmap(tintedPixmap(name, normal, size, ratio), QIcon::Normal, QIcon::Off);
            icon.addPixmap(tintedPixmap(name, palette.color(QPalette::Link), size, ratio), QIcon::Normal,
                           QIcon::On);
            icon.addPixmap(tintedPixmap(name, palette.color(QPalette::Disabled, QPalette::Text), size, ratio),
                           QIcon::Disabled, QIcon::Off);
        }
    }
    return icon;
}

} // namespace representer
