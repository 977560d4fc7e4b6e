#include "ui/dialogs/import_dialog.h"

#include "core/base/number_text.h"
#include "ui/number_format.h"
#include "ui/widgets/patient_controls.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStyle>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace representer {

namespace {

constexpr std::size_t previewRows = 20;
constexpr const char* columnRoles[] = {"user", "item", "rating", "time", "label", "text"};

bool isOneOf(const std::string& format, std::initializer_list<std::string_view> formats)
{
    return std::find(formats.begin(), formats.end(), format) != formats.end();
}

void setRole(QLabel* label, const QString& role)
{
    label->setProperty("role", role);
    label->style()->polish(label);
}

QLabel* plainLabel(const QString& role)
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty("role", role);
    return label;
}

QString suggestedName(const QString& path)
{
    QString name = QFileInfo(path).fileName();
    if (name.isEmpty())
        name = QFileInfo(path).dir().dirName();
    const qsizetype dot = name.indexOf(QLatin1Char('.'));
    return dot > 0 ? name.left(dot) : name;
}

} // namespace

ImportDialog::ImportDialog(const QStringList& paths, const QStringList& takenNames, QWidget* parent)
    : QDialog(parent), m_paths(paths), m_takenNames(takenNames), m_name(new QLineEdit),
      m_format(new QComboBox), m_formatNote(plainLabel(QStringLiteral("muted"))), m_preview(new QTableWidget),
      m_notes(plainLabel(QStringLiteral("muted"))), m_nameNote(plainLabel(QStringLiteral("error"))),
      m_replace(new QCheckBox(tr("Replace the dataset of that name, with its models and studies")))
{
    setWindowTitle(tr("Import data"));
    setObjectName(QStringLiteral("importDialog"));
    resize(760, 620);

    auto* source = plainLabel(QStringLiteral("muted"));
    source->setText(paths.join(QLatin1Char('\n')));
    m_name->setText(paths.isEmpty() ? QString() : suggestedName(paths.front()));
    m_name->setAccessibleName(tr("Name of the dataset"));
    m_format->setAccessibleName(tr("Format"));
    m_format->addItem(tr("Detect from the content"), QString());
    for (const FormatDescriptor& format : formatCatalogue()) {
        m_format->addItem(toQString(format.name), toQString(format.id));
        m_format->setItemData(m_format->count() - 1, toQString(format.description), Qt::ToolTipRole);
    }
    m_preview->setObjectName(QStringLiteral("preview"));
    m_preview->setAccessibleName(tr("First rows as they are understood"));
    m_preview->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_preview->setSelectionMode(QAbstractItemView::NoSelection);
    m_preview->verticalHeader()->hide();
    m_preview->setMinimumHeight(150);

    auto* form = new QFormLayout;
    form->setHorizontalSpacing(14);
    form->setVerticalSpacing(8);
    form->addRow(tr("From"), source);
    form->addRow(tr("Name"), m_name);
    form->addRow(QString(), m_nameNote);
    form->addRow(QString(), m_replace);
    form->addRow(tr("Format"), m_format);
    form->addRow(QString(), m_formatNote);
    buildOptions(form);

    auto* options = new QWidget;
    options->setObjectName(QStringLiteral("formBody"));
    options->setLayout(form);
    auto* scroll = new QScrollArea;
    scroll->setWidget(options);
    scroll->setWidgetResizable(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_import = buttons->addButton(tr("Import"), QDialogButtonBox::AcceptRole);
    m_import->setProperty("role", QStringLiteral("primary"));
    m_import->setObjectName(QStringLiteral("import"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* heading = plainLabel(QStringLiteral("section"));
    heading->setText(tr("First rows"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(10);
    layout->addWidget(scroll, 3);
    layout->addWidget(heading);
    layout->addWidget(m_preview, 2);
    layout->addWidget(m_notes);
    layout->addWidget(buttons);

    connect(m_name, &QLineEdit::textChanged, this, &ImportDialog::validate);
    connect(m_replace, &QCheckBox::toggled, this, &ImportDialog::validate);
    connect(m_binarize, &QLineEdit::textChanged, this, &ImportDialog::validate);
    connect(m_format, &QComboBox::currentIndexChanged, this, &ImportDialog::schedulePreview);
    m_delay.setSingleShot(true);
    connect(&m_delay, &QTimer::timeout, this, &ImportDialog::readPreview);
    validate();
    readPreview();
}

void ImportDialog::buildOptions(QFormLayout* form)
{
    m_options = form;
    const auto spin = [](int low, int high, int value, const QString& off) {
        auto* box = new PatientSpinBox;
        box->setRange(low, high);
        box->setValue(value);
        if (!off.isEmpty())
            box->setSpecialValueText(off);
        return box;
    };
    m_test = new QLineEdit;
    m_test->setPlaceholderText(tr("optional: a separate file with the test part"));
    auto* browse = new QPushButton(tr("Choose..."));
    auto* testRow = new QWidget;
    auto* testLayout = new QHBoxLayout(testRow);
    testLayout->setContentsMargins(0, 0, 0, 0);
    testLayout->addWidget(m_test, 1);
    testLayout->addWidget(browse);
    connect(browse, &QPushButton::clicked, this, &ImportDialog::addTestFile);
    m_testPercent = spin(0, 90, 20, tr("none"));
    m_testPercent->setSuffix(tr(" % of the samples"));
    m_holdout = spin(0, 50, 1, tr("none"));
    m_holdout->setSuffix(tr(" of each user's ratings, and as many for validation"));
    m_minInteractions = spin(0, 1000, 0, tr("keep all users and items"));
    m_minInteractions->setPrefix(tr("with at least "));
    m_minInteractions->setSuffix(tr(" ratings"));
    m_minInteractions->setToolTip(
        tr("Users and items with fewer ratings are left out, repeatedly until none remain"));
    m_binarize = new QLineEdit;
    m_binarize->setPlaceholderText(tr("e.g. 4: ratings from 4 up count as liked, the rest is left out"));
    m_positive = new QLineEdit;
    m_positive->setPlaceholderText(tr("e.g. comp.*, sci.*: these classes become label 1"));
    m_ngrams = spin(1, 4, 2, {});
    m_ngrams->setToolTip(tr("Words per term: 2 counts single words and pairs of neighbouring words"));
    m_scale = new QCheckBox(tr("Divide each feature by its largest training magnitude"));
    form->addRow(tr("Test file"), testRow);
    form->addRow(tr("Test part"), m_testPercent);
    form->addRow(tr("For testing"), m_holdout);
    form->addRow(tr("Keep"), m_minInteractions);
    form->addRow(tr("Liked from"), m_binarize);
    form->addRow(tr("Positive classes"), m_positive);
    form->addRow(tr("Words per term"), m_ngrams);
    form->addRow(tr("Scaling"), m_scale);
    for (const char* role : columnRoles) {
        auto* choice = new PatientComboBox;
        choice->setAccessibleName(tr("Column with the %1").arg(QString::fromLatin1(role)));
        m_columns[role] = choice;
        form->addRow(tr("Column: %1").arg(QString::fromLatin1(role)), choice);
        form->setRowVisible(choice, false);
        connect(choice, &QComboBox::activated, this, &ImportDialog::schedulePreview);
    }
}

void ImportDialog::addTestFile()
{
    auto* dialog = new QFileDialog(this, tr("Choose the test file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_test, &QLineEdit::setText);
    dialog->open();
}

ImportRequest ImportDialog::request() const
{
    ImportRequest request;
    request.name = m_name->text().trimmed().toStdString();
    for (const QString& path : m_paths)
        request.paths.emplace_back(path.toStdString());
    request.format = m_format->currentData().toString().toStdString();
    const auto shown = [this](QWidget* field) { return m_options->isRowVisible(field); };
    if (shown(m_test->parentWidget()) && !m_test->text().isEmpty())
        request.testPaths.emplace_back(m_test->text().toStdString());
    else if (shown(m_testPercent) && m_testPercent->value() > 0)
        request.testFraction = m_testPercent->value() / 100.0;
    if (shown(m_holdout))
        request.holdoutPerUser = m_holdout->value();
    if (shown(m_minInteractions))
        request.minInteractions = m_minInteractions->value();
    if (shown(m_binarize))
        request.binarize = parseNumber(m_binarize->text().trimmed().toStdString());
    if (shown(m_positive))
        for (const QString& pattern : m_positive->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
            request.positive.push_back(pattern.trimmed().toStdString());
    if (shown(m_ngrams))
        request.vectoriser.ngrams = m_ngrams->value();
    request.scale = shown(m_scale) && m_scale->isChecked();
    for (const auto& [role, choice] : m_columns)
        if (shown(choice) && choice->currentIndex() > 0)
            request.columns[role] = choice->currentText().toStdString();
    return request;
}

bool ImportDialog::replaces() const
{
    return m_replace->isChecked() && m_takenNames.contains(m_name->text().trimmed());
}

void ImportDialog::schedulePreview()
{
    m_delay.start(150);
}

void ImportDialog::readPreview()
{
    m_formatNote->setText(tr("Looking at the content..."));
    m_reading.start(
        tr("Reading the first rows"),
        [request = request()](const TaskContext&) { return previewImport(request, previewRows); },
        [this](const ImportPreview& preview) { showPreview(preview); },
        [this](const QString& message) {
            showPreview({});
            m_notes->setText(message); // in place of the preview's own notes
            setRole(m_notes, QStringLiteral("error"));
            m_notes->show();
            emit previewed();
        });
}

void ImportDialog::showPreview(const ImportPreview& preview)
{
    m_detected = preview.format;
    const auto& formats = formatCatalogue();
    const auto known = std::find_if(formats.begin(), formats.end(), [&](const FormatDescriptor& format) {
        return format.id == preview.format;
    });
    m_formatNote->setText(known == formats.end()
                              ? tr("None of the formats fits; choose one to hear why.")
                              : tr("%1: %2").arg(toQString(known->name), toQString(known->description)));
    setRole(m_formatNote, known == formats.end() ? QStringLiteral("error") : QStringLiteral("muted"));
    std::size_t columns = preview.header.size();
    for (const auto& row : preview.rows)
        columns = std::max(columns, row.size());
    m_preview->clear();
    m_preview->setColumnCount(static_cast<int>(columns));
    m_preview->setRowCount(static_cast<int>(preview.rows.size()));
    QStringList header;
    for (const std::string& name : preview.header)
        header << toQString(name);
    m_preview->setHorizontalHeaderLabels(header);
    for (int r = 0; r < m_preview->rowCount(); ++r) {
        const auto& row = preview.rows[static_cast<std::size_t>(r)];
        for (int c = 0; c < static_cast<int>(row.size()); ++c)
            m_preview->setItem(r, c, new QTableWidgetItem(toQString(row[static_cast<std::size_t>(c)])));
    }
    m_preview->resizeColumnsToContents();
    for (int c = 0; c < m_preview->columnCount(); ++c)
        m_preview->setColumnWidth(c, std::min(m_preview->columnWidth(c) + 12, 380)); // bold headings ask for less
    m_preview->horizontalHeader()->setStretchLastSection(true);
    QStringList notes;
    for (const std::string& note : preview.notes)
        notes << toQString(note);
    m_notes->setText(notes.join(QLatin1Char('\n')));
    setRole(m_notes, QStringLiteral("muted"));
    m_notes->setVisible(!notes.isEmpty());
    showColumns(preview.header);
    showOptionsFor(preview.format);
    validate();
    emit previewed();
}

void ImportDialog::showColumns(const std::vector<std::string>& header)
{
    QStringList names{tr("(found by itself)")};
    for (const std::string& name : header)
        names << toQString(name);
    for (const auto& [role, choice] : m_columns) {
        const QString chosen = choice->currentIndex() > 0 ? choice->currentText() : QString();
        choice->clear();
        choice->addItems(names);
        choice->setCurrentIndex(std::max(0, static_cast<int>(names.indexOf(chosen))));
    }
}

void ImportDialog::showOptionsFor(const std::string& format)
{
    const bool ratings = isOneOf(format, {"movielens", "amazon"});
    const bool table = isOneOf(format, {"csv"});
    const bool text = isOneOf(format, {"text-folder", "label-text"});
    const bool vectors = isOneOf(format, {"libsvm", "npy", "digits"});
    m_options->setRowVisible(m_test->parentWidget(), !ratings);
    m_options->setRowVisible(m_testPercent, !ratings);
    m_options->setRowVisible(m_holdout, ratings || table);
    m_options->setRowVisible(m_minInteractions, ratings || table);
    m_options->setRowVisible(m_binarize, ratings || table);
    m_options->setRowVisible(m_positive, text || vectors || table);
    m_options->setRowVisible(m_ngrams, text || table);
    m_options->setRowVisible(m_scale, isOneOf(format, {"libsvm", "npy", "csv"}));
    for (const auto& [role, choice] : m_columns)
        m_options->setRowVisible(choice, table);
}

void ImportDialog::validate()
{
    QString problem;
    const QString name = m_name->text().trimmed();
    const bool taken = m_takenNames.contains(name);
    if (name.isEmpty())
        problem = tr("The dataset needs a name.");
    else if (taken && !m_replace->isChecked())
        problem = tr("There is a dataset of this name already: choose another, or replace it.");
    else if (!m_binarize->text().trimmed().isEmpty() &&
             !parseNumber(m_binarize->text().trimmed().toStdString()))
        problem = tr("\"Liked from\" must be a number, such as 4.");
    m_replace->setVisible(taken);
    m_nameNote->setText(problem);
    m_nameNote->setVisible(!problem.isEmpty());
    m_import->setEnabled(problem.isEmpty() && !m_detected.empty());
    m_import->setToolTip(problem.isEmpty() && m_detected.empty() ? tr("The format is not known yet")
                                                                 : problem);
}

} // namespace representer
