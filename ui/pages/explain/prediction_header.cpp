#include "ui/pages/explain/prediction_header.h"

#include "ui/models/plain_tool_tip.h"
#include "ui/models/point_words.h"
#include "ui/number_format.h"
#include "ui/pages/explain/completeness_badge.h"
#include "ui/widgets/filter_chip.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include <cmath>
#include <limits>

namespace representer {

PredictionHeader::PredictionHeader(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_sentence(new QLabel(this)), m_notes(new QLabel(this)),
      m_badge(new CompletenessBadge(this)), m_seconds(new QLabel(this)), m_method(new QComboBox(this)),
      m_sideLabel(new QLabel(tr("S&ide"), this)), m_side(new QComboBox(this)), m_top(new QComboBox(this)),
      m_filter(new QLineEdit(this)), m_chip(new FilterChip(this)), m_export(new QToolButton(this)),
      m_first(new QHBoxLayout), m_note(new QLabel(this))
{
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setProperty("role", QStringLiteral("subtitle"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setAccessibleName(tr("Prediction"));
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setWordWrap(true);
    m_notes->setProperty("role", QStringLiteral("muted"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_note->setAccessibleName(tr("Your note on this prediction"));
    m_note->hide();
    m_seconds->setProperty("role", QStringLiteral("muted"));

    m_method->setAccessibleName(tr("Method"));
    m_side->setAccessibleName(tr("Side"));
    m_top->setAccessibleName(tr("How many samples of each direction"));
    m_top->setToolTip(
        tr("How many samples are listed in each direction. The sums always run over all of them."));
    for (const int top : {10, 20, 50, 100, 500})
        m_top->addItem(QString::number(top), QVariant::fromValue(static_cast<qulonglong>(top)));
    m_top->addItem(tr("All"), QVariant::fromValue(std::numeric_limits<qulonglong>::max()));
    m_filter->setPlaceholderText(tr("Filter the samples\u2026"));
    m_filter->setAccessibleName(tr("Filter the samples"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(fontMetrics().averageCharWidth() * 20);
    m_filter->setMaximumWidth(260);

    auto* methodLabel = new QLabel(tr("&Method"), this);
    methodLabel->setBuddy(m_method);
    m_sideLabel->setBuddy(m_side);
    auto* topLabel = new QLabel(tr("T&op"), this);
    topLabel->setBuddy(m_top);

    m_first->addWidget(m_sentence, 1);
    m_first->addWidget(m_badge, 0, Qt::AlignTop);
    m_export->setText(tr("Export \u25be"));
    m_export->setToolTip(tr("Write the table, a chart or a whole report of this prediction."));
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_first->addWidget(m_export, 0, Qt::AlignTop);
    auto* second = new QHBoxLayout;
    second->setSpacing(6);
    second->addWidget(methodLabel);
    second->addWidget(m_method);
    second->addSpacing(8);
    second->addWidget(m_sideLabel);
    second->addWidget(m_side);
    second->addSpacing(8);
    second->addWidget(topLabel);
    second->addWidget(m_top);
    second->addSpacing(8);
    second->addWidget(m_filter, 4);
    second->addWidget(m_chip);
    second->addStretch(1);
    second->addWidget(m_seconds);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(m_first);
    layout->addWidget(m_note);
    layout->addWidget(m_notes);
    layout->addLayout(second);

    connect(m_method, &QComboBox::activated, this,
            [this] { m_workbench.setMethod(m_method->currentData().toString().toStdString()); });
    connect(m_side, &QComboBox::activated, this,
            [this] { m_workbench.setSide(static_cast<Side>(m_side->currentData().toInt())); });
    connect(m_top, &QComboBox::activated, this,
            [this] { m_workbench.setTop(static_cast<std::size_t>(m_top->currentData().toULongLong())); });
    connect(m_filter, &QLineEdit::textChanged, this, &PredictionHeader::filterChanged);
    connect(m_chip, &FilterChip::cleared, this, &PredictionHeader::clearFilter);
    connect(&m_workbench, &Workbench::openModelChanged, this, &PredictionHeader::modelChanged);
    connect(&m_workbench, &Workbench::questionChanged, this, &PredictionHeader::questionChanged);
    connect(&m_workbench, &Workbench::explanationChanged, this, &PredictionHeader::explanationChanged);
    modelChanged();
    explanationChanged();
}

void PredictionHeader::setFilterCounts(int shown, int all)
{
    m_chip->setCounts(shown, all);
}

void PredictionHeader::clearFilter()
{
    m_filter->clear();
    emit filterChanged({}); // also when only a brush was set
}

void PredictionHeader::setExportMenu(QMenu* menu)
{
    m_export->setMenu(menu);
}

void PredictionHeader::addAction(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    m_first->insertWidget(m_first->count() - 1, button, 0, Qt::AlignTop);
}

void PredictionHeader::showNote(const QString& text)
{
    m_note->setText(tr("\u270e %1").arg(text));
    m_note->setVisible(!text.isEmpty());
}

QString PredictionHeader::sentence() const
{
    return m_sentence->text();
}

void PredictionHeader::modelChanged()
{
    m_method->clear();
    m_side->clear();
    const auto model = m_workbench.openModel();
    if (!model)
        return;
    for (const MethodDescriptor* method : model->methods()) {
        m_method->addItem(toQString(method->name), toQString(method->id));
        m_method->setItemData(m_method->count() - 1,
                              plainToolTip(toQString(method->summary) + QLatin1Char('\n') +
                                           toQString(method->formula) + QLatin1Char('\n') +
                                           toQString(method->promise)),
                              Qt::ToolTipRole);
    }
    const Dataset& dataset = model->dataset();
    const bool sided = !std::holds_alternative<DocumentData>(dataset.content);
    m_side->setVisible(sided);
    m_sideLabel->setVisible(sided);
    for (const Side side : {Side::Both, Side::Item, Side::User})
        m_side->addItem(sideText(side, dataset), static_cast<int>(side));
    m_side->setToolTip(
        std::holds_alternative<RatingData>(dataset.content)
            ? tr("Same user: the user's other ratings. Same item: the other users' ratings of this item. "
                 "Each alone "
                 "sums to the prediction; both are merged into one ranking.")
            : tr("Compare the images by their columns or by their rows. Each alone sums to the prediction."));
    questionChanged();
}

void PredictionHeader::questionChanged()
{
    const int method = m_method->findData(toQString(m_workbench.method()));
    m_method->setCurrentIndex(method);
    m_method->setToolTip(method >= 0 ? m_method->itemData(method, Qt::ToolTipRole).toString() : QString());
    m_side->setCurrentIndex(m_side->findData(static_cast<int>(m_workbench.side())));
    int top = m_top->findData(QVariant::fromValue(static_cast<qulonglong>(m_workbench.top())));
    if (top < 0) {
        m_top->insertItem(0, QString::number(m_workbench.top()),
                          QVariant::fromValue(static_cast<qulonglong>(m_workbench.top())));
        top = 0;
    }
    m_top->setCurrentIndex(top);
}

void PredictionHeader::explanationChanged()
{
    const auto point = m_workbench.explanation();
    m_badge->setPoint(point.get());
    m_export->setEnabled(point != nullptr);
    m_sentence->setText(point ? predictionSentence(*point) : tr("Choose what to explain on the left."));
    QStringList notes;
    if (point) {
        for (const std::string& note : point->explanation.notes)
            notes << toQString(note);
    }
    m_notes->setText(notes.join(QLatin1Char(' ')));
    m_notes->setVisible(!notes.isEmpty());
    m_seconds->setText(point ? tr("%1 samples \u00b7 %2 ms")
                                   .arg(countText(static_cast<std::int64_t>(point->explanation.candidates)),
                                        numberText(std::ceil(point->explainSeconds * 10000) / 10))
                             : QString());
    m_seconds->setToolTip(tr("Samples that could have been listed, and the time the explanation took."));
}

} // namespace representer
