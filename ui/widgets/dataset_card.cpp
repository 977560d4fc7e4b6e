#include "ui/widgets/dataset_card.h"

#include "ui/number_format.h"
#include "ui/theme/colours.h"
#include "ui/theme/icons.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace representer {

QString datasetSizeText(const DatasetInfo& info)
{
    const std::int64_t all = info.train + info.validation + info.test;
    switch (info.kind) {
    case DatasetKind::Ratings:
        return DatasetCard::tr("%1 users, %2 items, %3 ratings")
            .arg(countText(info.users), countText(info.items), countText(all));
    case DatasetKind::Documents:
        return DatasetCard::tr("%1 documents, %2 features").arg(countText(all), countText(info.features));
    case DatasetKind::Matrices:
        return DatasetCard::tr("%1 images").arg(countText(all));
    }
    return {};
}

static QLabel* cardLine(const QString& text, const QString& role, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setProperty("role", role);
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    return label;
}

DatasetCard::DatasetCard(const DatasetInfo& info, int models, QWidget* parent)
    : QPushButton(parent), m_iconName(info.kind == DatasetKind::Ratings     ? QStringLiteral("item")
                                      : info.kind == DatasetKind::Documents ? QStringLiteral("document")
                                                                            : QStringLiteral("image")),
      m_icon(new QLabel(this))
{
    setObjectName(QStringLiteral("datasetCard"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    m_icon->setAttribute(Qt::WA_TransparentForMouseEvents);
    const QString name = toQString(info.name);
    setToolTip(tr("Explain its predictions; without a model, train one first"));
    setAccessibleName(tr("Explore %1: %2").arg(name, datasetSizeText(info)));
    const QString origin = info.synthetic ? tr("synthetic") : toQString(datasetKindName(info.kind));
    const QString state = models == 0   ? tr("no model yet")
                          : models == 1 ? tr("1 model")
                                        : tr("%1 models").arg(models);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(3);
    layout->addWidget(m_icon);
    layout->addWidget(cardLine(name, QStringLiteral("subtitle"), this));
    layout->addWidget(cardLine(datasetSizeText(info), QString(), this));
    layout->addWidget(cardLine(tr("%1, %2").arg(origin, state), QStringLiteral("muted"), this));
    recolour();
}

QSize DatasetCard::sizeHint() const
{
    return {300, layout()->sizeHint().height()};
}

void DatasetCard::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        recolour();
    QPushButton::changeEvent(event);
}

void DatasetCard::recolour()
{
    m_icon->setPixmap(tintedPixmap(m_iconName, accentColour(palette()), 24, devicePixelRatioF()));
}

} // namespace representer
