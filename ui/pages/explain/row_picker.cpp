#include "ui/pages/explain/row_picker.h"

#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "ui/models/matrix_image.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/filter_chip.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace representer {

namespace {

constexpr int thumbnailSize = 56;
constexpr std::size_t searchLimit = 2000;

} // namespace

RowPicker::RowPicker(Look look, QWidget* parent) : PointPicker(parent), m_look(look), m_filtered(&m_rows)
{
    m_tabs = new QTabWidget(this);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeList(), look == Look::Table ? tr("Documents") : tr("Images"));
    if (look == Look::Table)
        m_tabs->addTab(makeTextEntry(), tr("Typed text"));
    else
        m_tabs->tabBar()->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs);
}

QWidget* RowPicker::makeList()
{
    auto* page = new QWidget;
    m_search = new QLineEdit(page);
    m_search->setPlaceholderText(m_look == Look::Table ? tr("Search the text\u2026")
                                                       : tr("Search by id\u2026"));
    m_search->setAccessibleName(tr("Search documents"));
    m_search->setClearButtonEnabled(true);

    m_part = new QComboBox(page);
    m_part->setAccessibleName(tr("Part of the data"));
    m_part->setToolTip(tr("Which part of the data is listed."));
    m_part->addItem(tr("Test"), static_cast<int>(Part::Test));
    m_part->addItem(tr("Validation"), static_cast<int>(Part::Validation));
    m_part->addItem(tr("Training"), static_cast<int>(Part::Train));

    m_outcome = new QComboBox(page);
    m_outcome->setAccessibleName(tr("Quick filter"));
    m_outcome->setToolTip(
        tr("Wrong: the prediction differs from the label. Unsure: probability between 35 % and 65 %."));
    m_outcome->addItem(tr("All"), static_cast<int>(PointFilterProxy::Outcome::All));
    m_outcome->addItem(tr("Wrong"), static_cast<int>(PointFilterProxy::Outcome::Wrong));
    m_outcome->addItem(tr("Unsure"), static_cast<int>(PointFilterProxy::Outcome::Unsure));

    m_class = new QComboBox(page);
    m_class->setAccessibleName(tr("Class"));
    m_class->setToolTip(tr("Only samples of this class."));
    for (QComboBox* box : {m_part, m_outcome, m_class}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(6);
    }
    m_chip = new FilterChip(page);

    auto* filters = new QHBoxLayout;
    filters->addWidget(m_part, 1);
    filters->addWidget(m_outcome, 1);
    filters->addWidget(m_class, 1);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_search);
    layout->addLayout(filters);
    layout->addWidget(m_chip, 0, Qt::AlignLeft);

    if (m_look == Look::Table) {
        m_table = new DataTable(QStringLiteral("picker-documents"), page);
        m_table->setAccessibleName(tr("Documents"));
        m_table->setSelectionMode(QAbstractItemView::SingleSelection);
        m_table->setEmptyText(tr("No document fits."));
        m_table->setTable(&m_filtered, {.hidden = {PointListModel::Id},
                                        .widths = {0, 12, 12, 9, 10},
                                        .stretched = PointListModel::Title,
                                        .leastStretch = 20,
                                        .yielding = {PointListModel::Predicted}});
        connect(m_table, &DataTable::rowChosen, this, &RowPicker::choose);
        layout->addWidget(m_table, 1);
    } else {
        m_thumbnails = new QListView(page);
        m_thumbnails->setAccessibleName(tr("Images"));
        m_thumbnails->setViewMode(QListView::IconMode);
        m_thumbnails->setResizeMode(QListView::Adjust);
        m_thumbnails->setMovement(QListView::Static);
        m_thumbnails->setUniformItemSizes(true);
        m_thumbnails->setLayoutMode(QListView::Batched);
        m_thumbnails->setIconSize({thumbnailSize, thumbnailSize});
        m_thumbnails->setGridSize({thumbnailSize + 20, thumbnailSize + 30});
        m_thumbnails->setModel(&m_filtered);
        m_thumbnails->setModelColumn(PointListModel::Title);
        connect(m_thumbnails->selectionModel(), &QItemSelectionModel::currentChanged, this,
                &RowPicker::choose);
        layout->addWidget(m_thumbnails, 1);
    }

    connect(m_search, &QLineEdit::textChanged, this, &RowPicker::search);
    connect(m_search, &QLineEdit::returnPressed, this, &RowPicker::chooseFirst);
    connect(m_part, &QComboBox::activated, this, &RowPicker::loadLines);
    connect(m_outcome, &QComboBox::currentIndexChanged, this, &RowPicker::filterChanged);
    connect(m_class, &QComboBox::currentIndexChanged, this, &RowPicker::filterChanged);
    connect(m_chip, &FilterChip::cleared, this, [this] {
        m_search->clear();
        m_outcome->setCurrentIndex(0);
        m_class->setCurrentIndex(0);
    });
    return page;
}

QWidget* RowPicker::makeTextEntry()
{
    auto* page = new QWidget;
    m_text = new QPlainTextEdit(page);
    m_text->setAccessibleName(tr("Text to classify"));
    m_text->setPlaceholderText(tr("Type or paste a text, then explain what the model makes of it."));
    m_text->setTabChangesFocus(true);
    m_explainText = new QPushButton(tr("Explain this text"), page);
    m_explainText->setProperty("role", QStringLiteral("primary"));
    m_textHint = new QLabel(page);
    m_textHint->setProperty("role", QStringLiteral("muted"));
    m_textHint->setWordWrap(true);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_textHint);
    layout->addWidget(m_explainText);
    connect(m_explainText, &QPushButton::clicked, this, &RowPicker::explainText);
    return page;
}

void RowPicker::setModel(std::shared_ptr<const OpenModel> model, const std::filesystem::path& workspace)
{
    m_model = std::move(model);
    m_workspace = workspace;
    m_loading.cancel();
    m_searching.cancel();
    if (!m_model) {
        m_rows.setLines({}, {});
        return;
    }
    if (m_text) {
        const auto* documents = std::get_if<DocumentData>(&m_model->dataset().content);
        const bool possible = documents && documents->vectoriser;
        m_text->setEnabled(possible);
        m_explainText->setEnabled(possible);
        m_textHint->setText(
            possible
                ? tr("Words the model was not trained on count for nothing.")
                : tr("This dataset was imported as numbers: there is no vocabulary to read a text with."));
    }
    loadLines();
}

void RowPicker::loadLines()
{
    const auto part = static_cast<Part>(m_part->currentData().toInt());
    m_loading.start(
        tr("Scoring the documents"),
        [model = m_model, part](const TaskContext& context) { return pointLines(*model, part, context); },
        [this](PointLines lines) {
            const Dataset& dataset = m_model->dataset();
            std::set<QString> classes;
            for (const PointLine& line : *lines)
                classes.insert(line.truth);
            const QString before = m_class->currentData().toString();
            m_class->clear();
            m_class->addItem(tr("Any class"));
            for (const QString& name : classes)
                m_class->addItem(name, name);
            m_class->setCurrentIndex(std::max(0, m_class->findData(before)));

            std::function<QVariant(int)> thumbnail;
            if (const auto* matrices = std::get_if<MatrixData>(&dataset.content)) {
                thumbnail = [model = m_model, matrices, lines](int row) {
                    const DatasetRow& at = (*lines)[static_cast<std::size_t>(row)].row;
                    return QVariant(matrixImage(*matrices, at.part, at.index, thumbnailSize));
                };
            }
            m_following = true;
            m_rows.setLines(std::move(lines), {labelName(dataset, 0), labelName(dataset, 1)},
                            std::move(thumbnail));
            m_following = false;
            filterChanged();
        },
        [this](const QString& message) { emit failed(message); });
}

void RowPicker::search(const QString& text)
{
    m_filtered.setText(text);
    filterChanged();
    m_searching.cancel();
    if (m_look != Look::Table || text.simplified().size() < 3 || !m_model)
        return;
    const std::string dataset = m_model->dataset().info.name;
    const auto part = static_cast<Part>(m_part->currentData().toInt());
    m_searching.start(
        tr("Searching"),
        [path = m_workspace, dataset, part, query = text.toStdString()](const TaskContext&) {
            const Workspace workspace(path, Workspace::Mode::OpenExisting);
            const auto rows = DatasetStore(workspace).searchDocuments(dataset, part, query, searchLimit);
            return std::set<int>(rows.begin(), rows.end());
        },
        [this](std::set<int> rows) {
            m_filtered.setFullTextMatches(std::move(rows));
            filterChanged();
        },
        [this](const QString& message) { emit failed(message); });
}

void RowPicker::filterChanged()
{
    m_filtered.setOutcome(static_cast<PointFilterProxy::Outcome>(m_outcome->currentData().toInt()));
    m_filtered.setTruth(m_class->currentData().toString());
    m_chip->setCounts(m_filtered.rowCount(), m_rows.rowCount());
}

void RowPicker::choose(const QModelIndex& proxyIndex)
{
    if (m_following || !proxyIndex.isValid())
        return;
    emit chosen(m_rows.line(m_filtered.mapToSource(proxyIndex).row()).row);
}

void RowPicker::chooseFirst()
{
    const QModelIndex first = m_filtered.index(0, 0);
    if (!first.isValid())
        return;
    if (m_table)
        m_table->setCurrentIndex(first);
    else
        m_thumbnails->setCurrentIndex(first);
}

void RowPicker::showPoint(const TestPoint& point)
{
    const auto* row = std::get_if<DatasetRow>(&point);
    QAbstractItemView* view = m_table ? static_cast<QAbstractItemView*>(m_table) : m_thumbnails;
    const int at = row ? m_rows.rowOf(*row) : -1;
    const QModelIndex index = at < 0 ? QModelIndex() : m_filtered.mapFromSource(m_rows.index(at, 0));
    if (index == view->currentIndex() && index.isValid())
        return;
    m_following = true;
    view->setCurrentIndex(index);
    if (!index.isValid())
        view->clearSelection();
    m_following = false;
    if (const auto* typed = std::get_if<FreeRow>(&point); typed && m_text && m_text->toPlainText().isEmpty())
        m_text->setPlainText(toQString(typed->text));
}

void RowPicker::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
}

void RowPicker::explainText()
{
    const auto& documents = std::get<DocumentData>(m_model->dataset().content);
    FreeRow typed;
    typed.text = m_text->toPlainText().toStdString();
    typed.row = documents.vectoriser->row(typed.text);
    m_textHint->setText(typed.row.columns.empty() ? tr("None of these words occurs in the training data: the "
                                                       "model can only answer with its offset.")
                                                  : tr("%1 known terms.").arg(typed.row.columns.size()));
    emit chosen(typed);
}

std::vector<TestPoint> RowPicker::shownPoints() const
{
    std::vector<TestPoint> points;
    for (int row = 0; row < m_filtered.rowCount(); ++row)
        points.push_back(m_rows.line(m_filtered.mapToSource(m_filtered.index(row, 0)).row()).row);
    return points;
}

} // namespace representer
