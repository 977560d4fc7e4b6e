#include "ui/widgets/adopt_form.h"

#include "core/base/number_text.h"
#include "ui/number_format.h"
#include "ui/widgets/drop_area.h"

#include <QCheckBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>

namespace representer {

AdoptForm::AdoptForm(QWidget* parent)
    : QWidget(parent), m_hint(new QLabel), m_files(new QListWidget),
      m_choose(new QPushButton(tr("Choose files\u2026"))), m_clear(new QPushButton(tr("Clear"))),
      m_name(new QLineEdit), m_penaltyLabel(new QLabel), m_penalty(new QLineEdit),
      m_polish(new QCheckBox(tr("Polish: go on to the optimum"))), m_problem(new QLabel),
      m_adopt(new QPushButton(tr("Adopt")))
{
    setAcceptDrops(true);
    m_hint->setWordWrap(true);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setProperty("role", QStringLiteral("muted"));
    m_files->setAccessibleName(tr("Files of the model"));
    m_files->setTextElideMode(Qt::ElideMiddle);
    m_files->setMaximumHeight(fontMetrics().height() * 6);
    m_name->setAccessibleName(tr("Name of the model"));
    m_penalty->setAccessibleName(tr("Penalty it was trained with"));
    m_penalty->setPlaceholderText(tr("found for you"));
    m_penaltyLabel->setBuddy(m_penalty);
    m_polish->setToolTip(
        tr("Solves the model's own training problem to the end, starting from it, and tells how far its "
           "predictions moved. Afterwards the importances sum to the predictions."));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setProperty("role", QStringLiteral("error"));
    m_adopt->setProperty("role", QStringLiteral("primary"));
    m_adopt->setObjectName(QStringLiteral("adopt.start"));

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_choose, 1);
    buttons->addWidget(m_clear);
    auto* form = new QFormLayout;
    form->setVerticalSpacing(6);
    form->setHorizontalSpacing(12);
    form->addRow(tr("Name"), m_name);
    form->addRow(m_penaltyLabel, m_penalty);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_hint);
    layout->addWidget(m_files);
    layout->addLayout(buttons);
    layout->addLayout(form);
    layout->addWidget(m_polish);
    layout->addWidget(m_problem);
    layout->addStretch(1);
    layout->addWidget(m_adopt);

    connect(m_choose, &QPushButton::clicked, this, &AdoptForm::chooseFiles);
    connect(m_clear, &QPushButton::clicked, this, [this] {
        m_files->clear();
        validate();
    });
    connect(m_name, &QLineEdit::textEdited, this, [this] { m_nameTouched = true; });
    connect(m_name, &QLineEdit::textChanged, this, &AdoptForm::validate);
    connect(m_penalty, &QLineEdit::textChanged, this, &AdoptForm::validate);
    connect(m_adopt, &QPushButton::clicked, this, [this] {
        m_nameTouched = false;
        emit submitted(request());
    });
    validate();
}

void AdoptForm::setDataset(const DatasetInfo* info)
{
    const DatasetInfo next = info ? *info : DatasetInfo{};
    if (next.name == m_dataset.name && next.kind == m_dataset.kind)
        return;
    m_dataset = next;
    m_files->clear();
    m_nameTouched = false;
    const bool documents = next.kind == DatasetKind::Documents;
    m_penaltyLabel->setText(documents ? tr("C it was trained with") : tr("\u00b5 it was trained with"));
    m_penaltyLabel->setToolTip(
        documents ? tr("LIBLINEAR's C. Left empty: the C that makes the weights most nearly optimal.")
                  : tr("The l2 penalty of the factors. Left empty: the one that fits them best."));
    m_hint->setText(documents ? tr("A LIBLINEAR model file, or coefficients as .npy or .csv (one per "
                                   "feature, or name and weight).")
                    : next.kind == DatasetKind::Ratings
                        ? tr("User and item factors as .npy or .csv (ids in the first column, or in "
                             "user_ids.txt and item_ids.txt "
                             "beside them), an .npz, a LIBMF model, or a folder written by export-model.")
                        : tr("Models of images are trained here; only linear models of documents and factors "
                             "of ratings can be taken "
                             "in."));
    suggestName();
    validate();
}

void AdoptForm::setTakenNames(const QStringList& names)
{
    m_taken = names;
    suggestName();
    validate();
}

void AdoptForm::addFiles(const QStringList& paths)
{
    for (const QString& path : paths)
        if (m_files->findItems(path, Qt::MatchExactly).isEmpty())
            m_files->addItem(path);
    suggestName();
    validate();
}

AdoptRequest AdoptForm::request() const
{
    AdoptRequest request;
    request.name = m_name->text().trimmed().toStdString();
    request.dataset = m_dataset.name;
    request.kind = m_dataset.kind == DatasetKind::Documents ? ModelKind::L1 : ModelKind::Mf;
    for (int row = 0; row < m_files->count(); ++row)
        request.files.emplace_back(m_files->item(row)->text().toStdString());
    if (const auto penalty = parseNumber(m_penalty->text().trimmed().toStdString()))
        (request.kind == ModelKind::L1 ? request.C : request.mu) = *penalty;
    request.polish = m_polish->isChecked();
    return request;
}

void AdoptForm::chooseFiles()
{
    auto* dialog = new QFileDialog(this, tr("Files of the model"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &AdoptForm::addFiles);
    dialog->open();
}

void AdoptForm::suggestName()
{
    if (m_nameTouched || m_dataset.name.empty())
        return;
    const QString stem = QStringLiteral("%1-adopted").arg(toQString(m_dataset.name));
    QString name = stem;
    for (int number = 2; m_taken.contains(name); ++number)
        name = QStringLiteral("%1-%2").arg(stem).arg(number);
    m_name->setText(name);
}

void AdoptForm::validate()
{
    const QString name = m_name->text().trimmed();
    const QString penalty = m_penalty->text().trimmed();
    const auto value = parseNumber(penalty.toStdString());
    const bool possible = m_dataset.kind != DatasetKind::Matrices;
    QString problem;
    if (name.isEmpty())
        problem = tr("The model needs a name.");
    else if (m_taken.contains(name))
        problem = tr("There is a model of this name already.");
    else if (!penalty.isEmpty() && !(value && *value > 0))
        problem = tr("The penalty is a number above zero; leave it empty if you do not know it.");
    m_problem->setText(problem);
    m_problem->setVisible(possible && !problem.isEmpty());
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_files, m_choose, m_clear, m_name, m_penalty, m_polish})
        part->setEnabled(possible);
    m_adopt->setEnabled(possible && problem.isEmpty() && m_files->count() > 0);
    m_adopt->setToolTip(m_adopt->isEnabled() || !possible ? QString() : tr("Choose the model's files first"));
}

void AdoptForm::dragEnterEvent(QDragEnterEvent* event)
{
    if (m_files->isEnabled() && !localFiles(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void AdoptForm::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    addFiles(localFiles(event->mimeData()));
}

} // namespace representer
