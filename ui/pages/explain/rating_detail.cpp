#include "ui/pages/explain/rating_detail.h"

#include "ui/models/roles.h"
#include "ui/number_format.h"
#include "ui/widgets/data_table.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSortFilterProxyModel>

namespace representer {

RatingDetail::RatingDetail(QWidget* parent)
    : QWidget(parent), m_rating(new QLabel(this)), m_hint(new QLabel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_table(new DataTable(QStringLiteral("common-ratings"), this))
{
    auto* cards = new QHBoxLayout;
    m_point = makeCard(tr("Explained"), cards);
    m_sample = makeCard(tr("Training sample"), cards);
    m_rating->setTextFormat(Qt::PlainText);
    m_rating->setWordWrap(true);
    m_hint->setProperty("role", QStringLiteral("muted"));
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setWordWrap(true);
    m_sorted->setSourceModel(&m_common);
    m_sorted->setSortRole(SortRole);
    m_table->setAccessibleName(tr("Ratings in common"));

    // In a low window the table gives way first, then all of it scrolls: no line is cut.
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(cards);
    layout->addWidget(m_rating);
    layout->addWidget(m_hint);
    layout->addWidget(m_table, 1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
}

RatingDetail::Card RatingDetail::makeCard(const QString& heading, QLayout* into)
{
    auto* frame = new QFrame(this);
    frame->setProperty("role", QStringLiteral("card"));
    auto* name = new QLabel(heading, frame);
    name->setProperty("role", QStringLiteral("muted"));
    Card card{new QLabel(frame), new QLabel(frame)};
    card.title->setProperty("role", QStringLiteral("section"));
    for (QLabel* label : {card.title, card.about}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    card.about->setProperty("role", QStringLiteral("muted"));
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(10, 6, 10, 6);
    layout->setSpacing(1);
    layout->addWidget(name);
    layout->addWidget(card.title);
    layout->addWidget(card.about);
    layout->addStretch();
    into->addWidget(frame);
    return card;
}

void RatingDetail::setPair(const RatingPair& pair)
{
    const auto fill = [](const Card& card, const RatingPair::Entity& entity) {
        card.title->setText(entity.title);
        card.about->setText(entity.about);
        card.about->setVisible(!entity.about.isEmpty());
    };
    fill(m_point, pair.point);
    fill(m_sample, pair.sample);
    m_rating->setText(pair.modelOpinion ? tr("Rated %1 in training; the model itself would say %2.")
                                              .arg(numberText(pair.rating), numberText(*pair.modelOpinion))
                                        : tr("Rated %1 in training.").arg(numberText(pair.rating)));
    const auto count = static_cast<std::int64_t>(pair.common.size());
    const QString correlation = pair.correlation
                                    ? tr("; their ratings correlate by %1").arg(numberText(*pair.correlation))
                                    : QString();
    m_hint->setText((pair.items ? countedText(count, tr("%1 user rated both"), tr("%1 users rated both"))
                                : countedText(count, tr("%1 item rated by both"), tr("%1 items rated by both"))) +
                    correlation);
    Table table;
    table.columns = {{"name", (pair.items ? tr("User") : tr("Item")).toStdString()},
                     {"point", tr("Explained").toStdString()},
                     {"sample", tr("Sample").toStdString()},
                     {"difference", tr("Difference").toStdString()}};
    for (const RatingPair::Common& common : pair.common)
        table.rows.push_back({common.name.toStdString(), common.pointRating, common.sampleRating,
                              common.sampleRating - common.pointRating});
    m_common.setTable(std::move(table));
    if (!m_table->model())
        m_table->setTable(m_sorted, {.hidden = {}, .widths = {0, 11, 10, 12}, .stretched = 0});
}

} // namespace representer
