#include "ui/pages/explain/document_detail.h"

#include "ui/delegates/contribution_bar_delegate.h"
#include "ui/models/roles.h"
#include "ui/theme/colours.h"
#include "ui/widgets/data_table.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// Lit with character formats over plain text: nothing of a document is ever taken for markup.
void lightWords(QPlainTextEdit* view, const std::vector<WordPlace>& places, double strongest)
{
    QList<QTextEdit::ExtraSelection> selections;
    const QPalette palette = QApplication::palette(); // a view hears of a new theme after its parent
    for (const WordPlace& place : places) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(view->document());
        selection.cursor.setPosition(place.begin);
        selection.cursor.setPosition(place.begin + place.length, QTextCursor::KeepAnchor);
        const QColor colour = place.contribution >= 0 ? upColour(palette) : downColour(palette);
        const double share = strongest > 0 ? 0.12 + 0.5 * std::abs(place.contribution) / strongest : 0.12;
        selection.format.setBackground(mixed(palette.color(QPalette::Base), colour, share));
        selection.format.setFontUnderline(place.contribution < 0); // told apart without colour
        selections << selection;
    }
    view->setExtraSelections(selections);
    if (!places.empty()) {
        QTextCursor strongestWord(view->document());
        strongestWord.setPosition(places.back().begin);
        view->setTextCursor(strongestWord);
        view->centerCursor();
    }
}

} // namespace

DocumentDetail::DocumentDetail(QWidget* parent)
    : QWidget(parent), m_point(new QPlainTextEdit(this)), m_sample(new QPlainTextEdit(this)),
      m_hint(new QLabel(this)), m_sorted(new QSortFilterProxyModel(this)),
      m_table(new DataTable(QStringLiteral("ledger"), this))
{
    const auto column = [](QPlainTextEdit* text, const QString& name) {
        auto* box = new QWidget;
        auto* heading = new QLabel(name, box);
        heading->setProperty("role", QStringLiteral("muted"));
        text->setReadOnly(true);
        text->setTabChangesFocus(true);
        text->setAccessibleName(name);
        text->setPlaceholderText(tr("No text: this dataset was imported as numbers."));
        auto* layout = new QVBoxLayout(box);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(2);
        layout->addWidget(heading);
        layout->addWidget(text, 1);
        return box;
    };
    auto* texts = new QSplitter(Qt::Horizontal, this);
    texts->setObjectName(QStringLiteral("document.texts"));
    texts->setChildrenCollapsible(false);
    texts->addWidget(column(m_point, tr("The document explained")));
    texts->addWidget(column(m_sample, tr("The training sample")));

    m_sorted->setSourceModel(&m_words);
    m_sorted->setSortRole(SortRole);
    m_table->setAccessibleName(tr("Words both documents have"));
    m_table->setItemDelegateForColumn(
        1, new ContributionBarDelegate(ContributionBarDelegate::Shape::Diverging, m_table));
    m_words.setColumnToolTips({tr("A word or term both documents have and the model looks at."),
                               tr("c = a |theta_j| x_j x'_j: this word's part of the sample's importance."),
                               tr("Weight of the word in the document explained."),
                               tr("Weight of the word in the training sample.")});
    m_hint->setProperty("role", QStringLiteral("muted"));
    m_hint->setWordWrap(true);

    auto* below = new QWidget(this);
    auto* belowLayout = new QVBoxLayout(below);
    belowLayout->setContentsMargins(0, 0, 0, 0);
    belowLayout->setSpacing(2);
    belowLayout->addWidget(m_hint);
    belowLayout->addWidget(m_table, 1);
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->setObjectName(QStringLiteral("document.parts"));
    parts->setChildrenCollapsible(false);
    parts->addWidget(texts);
    parts->addWidget(below);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(parts);
    setPair({});
}

void DocumentDetail::setPair(DocumentPair pair)
{
    m_pair = std::move(pair);
    m_point->setPlainText(m_pair.pointText);
    m_sample->setPlainText(m_pair.sampleText);
    Table table;
    table.columns = {{"term", tr("Shared word").toStdString()},
                     {"contribution", tr("Contribution").toStdString()},
                     {"in_point", tr("In document").toStdString()},
                     {"in_sample", tr("In sample").toStdString()}};
    for (const SharedWord& word : m_pair.words)
        table.rows.push_back({word.term.toStdString(), word.contribution, word.inPoint, word.inSample});
    m_words.setTable(std::move(table), 1);
    if (!m_table->model())
        m_table->setTable(m_sorted, {.hidden = {},
                                     .widths = {0, 20, 13, 11},
                                     .stretched = 0,
                                     .leastStretch = 12,
                                     .yielding = {2, 3}});
    m_hint->setText(
        m_pair.words.empty() ? tr("The two have no word in common that the model looks at.")
        : m_pair.exact
            ? tr("Words both have and the model looks at; their contributions sum to the importance.")
            : tr("Words both have and the model looks at, weighed as by the high-dimensional representer."));
    light();
}

void DocumentDetail::light()
{
    double strongest = 0;
    for (const SharedWord& word : m_pair.words)
        strongest = std::max(strongest, std::abs(word.contribution));
    lightWords(m_point, m_pair.pointPlaces, strongest);
    lightWords(m_sample, m_pair.samplePlaces, strongest);
}

void DocumentDetail::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        light();
}

} // namespace representer
