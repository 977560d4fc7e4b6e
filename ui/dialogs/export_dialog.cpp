#include "ui/dialogs/export_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>

namespace representer {

namespace {

const QString folderKey = QStringLiteral("export/folder");

QString formatName(const QString& ending)
{
    static const QHash<QString, QString> names{
        {QStringLiteral("csv"), ExportDialog::tr("CSV, for spreadsheets and scripts")},
        {QStringLiteral("tsv"), ExportDialog::tr("TSV, tab-separated")},
        {QStringLiteral("md"), ExportDialog::tr("Markdown")},
        {QStringLiteral("tex"), ExportDialog::tr("LaTeX (booktabs)")},
        {QStringLiteral("html"), ExportDialog::tr("HTML")},
        {QStringLiteral("json"), ExportDialog::tr("JSON")},
        {QStringLiteral("png"), ExportDialog::tr("PNG picture")},
        {QStringLiteral("svg"), ExportDialog::tr("SVG, vector")},
        {QStringLiteral("pdf"), ExportDialog::tr("PDF")}};
    return names.value(ending, ending);
}

} // namespace

ExportDialog::ExportDialog(const QString& title, const QString& suggestedName, const QStringList& endings,
                           const QStringList& scopes, bool chart, QWidget* parent)
    : QDialog(parent), m_format(new QComboBox(this)), m_path(new QLineEdit(this)), m_remark(new QLabel(this)),
      m_export(new QPushButton(tr("Export"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    auto* form = new QFormLayout;
    if (!scopes.isEmpty()) {
        m_scope = new QComboBox(this);
        m_scope->addItems(scopes);
        form->addRow(tr("&What"), m_scope);
    }
    for (const QString& ending : endings)
        m_format->addItem(formatName(ending), ending);
    form->addRow(tr("&Format"), m_format);
    if (chart) {
        const auto millimetres = [this](double value) {
            auto* box = new QDoubleSpinBox(this);
            box->setRange(20, 1000);
            box->setDecimals(0);
            box->setSuffix(tr(" mm"));
            box->setValue(value);
            return box;
        };
        m_width = millimetres(160);
        m_height = millimetres(100);
        m_dpi = new QSpinBox(this);
        m_dpi->setRange(72, 1200);
        m_dpi->setValue(300);
        m_dpi->setSuffix(tr(" dpi"));
        m_dpi->setToolTip(tr("Resolution of PNG pictures; SVG and PDF have none."));
        form->addRow(tr("W&idth"), m_width);
        form->addRow(tr("&Height"), m_height);
        form->addRow(tr("&Resolution"), m_dpi);
    }
    QString folder =
        QSettings()
            .value(folderKey, QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
            .toString();
    if (!QDir(folder).exists()) // removed since, or a home without Documents
        folder = QDir::homePath();
    m_path->setText(QDir(folder).filePath(suggestedName + QLatin1Char('.') + endings.front()));
    m_path->setMinimumWidth(fontMetrics().averageCharWidth() * 70);
    auto* browseButton = new QPushButton(tr("Browse\u2026"), this);
    auto* line = new QHBoxLayout;
    line->addWidget(m_path, 1);
    line->addWidget(browseButton);
    auto* fileLabel = new QLabel(tr("&Save as"), this);
    fileLabel->setBuddy(m_path);
    form->addRow(fileLabel, line);
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->setProperty("role", QStringLiteral("muted"));
    m_remark->setWordWrap(true);

    m_export->setProperty("role", QStringLiteral("primary"));
    m_export->setDefault(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_export, QDialogButtonBox::AcceptRole);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_remark);
    layout->addWidget(buttons);

    connect(m_format, &QComboBox::currentIndexChanged, this,
            [this] { setEnding(m_format->currentData().toString()); });
    connect(m_path, &QLineEdit::textChanged, this, &ExportDialog::check);
    connect(browseButton, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::finish);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
}

QString ExportDialog::path() const
{
    return m_path->text().trimmed();
}

void ExportDialog::setPath(const QString& path)
{
    m_path->setText(path);
    if (const int format = m_format->findData(QFileInfo(path).suffix().toLower()); format >= 0)
        m_format->setCurrentIndex(format);
}

int ExportDialog::scope() const
{
    return m_scope ? m_scope->currentIndex() : 0;
}

PlotExport ExportDialog::chartOptions() const
{
    PlotExport options;
    if (m_width) {
        options.millimetres = QSizeF(m_width->value(), m_height->value());
        options.dpi = m_dpi->value();
    }
    return options;
}

void ExportDialog::setEnding(const QString& ending)
{
    const QFileInfo file(path());
    m_path->setText(file.dir().filePath(file.completeBaseName() + QLatin1Char('.') + ending));
    if (m_dpi)
        m_dpi->setEnabled(ending == QLatin1String("png"));
}

void ExportDialog::browse()
{
    auto* dialog = new QFileDialog(this, windowTitle(), path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(
        QFileDialog::DontConfirmOverwrite); // the remark below says it, here and for typed names alike
    connect(dialog, &QFileDialog::fileSelected, this, &ExportDialog::setPath);
    dialog->open();
}

void ExportDialog::check()
{
    const QFileInfo file(path());
    const bool known = m_format->findData(file.suffix().toLower()) >= 0;
    const bool folder = file.dir().exists();
    m_export->setEnabled(known && folder && !path().isEmpty());
    m_remark->setText(!folder         ? tr("The folder %1 does not exist.").arg(file.path())
                      : !known        ? tr("The ending of the file name is none of the formats above.")
                      : file.exists() ? tr("This file exists and will be replaced.")
                                      : QString());
}

void ExportDialog::finish()
{
    QSettings().setValue(folderKey, QFileInfo(path()).path());
    emit chosen();
    accept();
}

} // namespace representer
