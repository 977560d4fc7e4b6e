#include "ui/widgets/train_form.h"

#include "core/base/number_text.h"
#include "core/operations/train_fields.h"
#include "ui/models/model_list_model.h"
#include "ui/number_format.h"
#include "ui/widgets/patient_controls.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace representer {

namespace {

QLabel* problemLabel()
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty("role", QStringLiteral("error"));
    label->hide();
    return label;
}

void setProblem(QLabel* label, QWidget* editor, const QString& problem)
{
    label->setText(problem);
    label->setVisible(!problem.isEmpty());
    if (editor->property("invalid").toBool() == problem.isEmpty()) {
        editor->setProperty("invalid", !problem.isEmpty());
        editor->style()->unpolish(editor);
        editor->style()->polish(editor);
    }
}

QString standardText(const nlohmann::json& standard)
{
    if (standard.is_null())
        return TrainForm::tr("chosen for you");
    if (standard.is_string())
        return toQString(standard.get<std::string>());
    return toQString(standard.dump());
}

} // namespace

TrainForm::TrainForm(QWidget* parent)
    : QWidget(parent), m_kind(new PatientComboBox), m_name(new QLineEdit), m_nameProblem(problemLabel()),
      m_layout(new QFormLayout), m_train(new QPushButton(tr("Train")))
{
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(8);
    m_kind->setAccessibleName(tr("Kind of model"));
    m_kind->setObjectName(QStringLiteral("train.kind"));
    m_name->setAccessibleName(tr("Name of the model"));
    m_name->setObjectName(QStringLiteral("train.name"));
    m_train->setProperty("role", QStringLiteral("primary"));
    m_train->setObjectName(QStringLiteral("train.start"));
    m_layout->setVerticalSpacing(6);
    m_layout->setHorizontalSpacing(12);
    m_layout->setRowWrapPolicy(QFormLayout::DontWrapRows);
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_layout->addRow(tr("Kind"), m_kind);
    m_layout->addRow(tr("Name"), m_name);
    m_layout->addRow(QString(), m_nameProblem);

    auto* inner = new QWidget;
    inner->setObjectName(QStringLiteral("formBody"));
    inner->setLayout(m_layout);
    auto* scroll = new QScrollArea;
    scroll->setWidget(inner);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll, 1);
    layout->addWidget(m_train);

    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        showKind();
        suggestName();
        validate();
    });
    connect(m_name, &QLineEdit::textEdited, this, [this] { m_nameTouched = true; });
    connect(m_name, &QLineEdit::textChanged, this, &TrainForm::validate);
    connect(m_train, &QPushButton::clicked, this, [this] {
        m_nameTouched = false;
        emit submitted(request());
    });
}

void TrainForm::setDataset(const DatasetInfo* info)
{
    const QString name = info ? toQString(info->name) : QString();
    if (name == m_dataset && m_kind->count() > 0)
        return;
    m_dataset = name;
    const QSignalBlocker blocker(m_kind);
    m_kind->clear();
    std::vector<ModelKind> kinds;
    if (info && info->kind == DatasetKind::Documents)
        kinds = {ModelKind::L1};
    else if (info && info->kind == DatasetKind::Ratings)
        kinds = {ModelKind::Mf, ModelKind::Nuclear, ModelKind::TwoTower};
    else if (info)
        kinds = {ModelKind::Trace};
    for (const ModelKind one : kinds)
        m_kind->addItem(kindText(one), static_cast<int>(one));
    m_nameTouched = false;
    showKind();
    suggestName();
    validate();
}

void TrainForm::setTakenNames(const QStringList& names)
{
    m_taken = names;
    suggestName();
    validate();
}

void TrainForm::setBusy(bool busy)
{
    m_train->setText(busy ? tr("Train next") : tr("Train"));
    validate();
}

ModelKind TrainForm::kind() const
{
    return static_cast<ModelKind>(m_kind->currentData().toInt());
}

void TrainForm::showKind()
{
    m_fields.clear();
    if (m_fieldsHost) {
        m_fieldsHost->hide();
        m_layout->removeRow(m_fieldsHost);
    }
    m_fieldsHost = new QWidget;
    int labelWidth = 0;
    auto* form = new QFormLayout(m_fieldsHost);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(6);
    form->setHorizontalSpacing(12);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (const TrainField& field : m_kind->count() > 0 ? trainFields(kind()) : std::vector<TrainField>{}) {
        QWidget* editor = nullptr;
        if (field.type == TrainField::Type::Choice) {
            auto* choice = new PatientComboBox;
            for (const std::string_view text : field.choices)
                choice->addItem(toQString(text));
            choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
            choice->setMinimumContentsLength(8);
            choice->setCurrentText(standardText(field.standard));
            connect(choice, &QComboBox::currentIndexChanged, this, [this] {
                showFieldsInUse();
                validate();
            });
            editor = choice;
        } else if (field.type == TrainField::Type::Flag) {
            auto* flag = new QCheckBox;
            flag->setChecked(field.standard.is_boolean() && field.standard.get<bool>());
            connect(flag, &QCheckBox::toggled, this, &TrainForm::validate);
            editor = flag;
        } else {
            auto* line = new QLineEdit;
            line->setPlaceholderText(standardText(field.standard));
            connect(line, &QLineEdit::textChanged, this, &TrainForm::validate);
            editor = line;
        }
        editor->setObjectName(QStringLiteral("train.field.") + toQString(field.key));
        editor->setToolTip(toQString(field.help).toHtmlEscaped());
        editor->setAccessibleName(toQString(field.title));
        editor->setAccessibleDescription(toQString(field.help));
        auto* title = new QLabel(toQString(field.title));
        title->setToolTip(toQString(field.help).toHtmlEscaped());
        title->setBuddy(editor);
        QLabel* problem = problemLabel();
        form->addRow(title, editor);
        form->addRow(QString(), problem);
        m_fields[std::string(field.key)] = {editor, problem};
        labelWidth = std::max(labelWidth, title->sizeHint().width());
    }
    m_layout->addRow(m_fieldsHost);
    for (QWidget* editor : std::initializer_list<QWidget*>{m_kind, m_name})
        m_layout->labelForField(editor)->setMinimumWidth(labelWidth); // one column of labels
    showFieldsInUse();
}

// What another choice makes meaningless is left out: momentum means nothing to als.
void TrainForm::showFieldsInUse()
{
    auto* form = static_cast<QFormLayout*>(m_fieldsHost->layout());
    for (const TrainField& field : m_kind->count() > 0 ? trainFields(kind()) : std::vector<TrainField>{})
        form->setRowVisible(m_fields.at(std::string(field.key)).editor, inUse(field));
}

bool TrainForm::inUse(const TrainField& field) const
{
    if (field.onlyWith.empty())
        return true;
    const auto* decides = qobject_cast<const QComboBox*>(m_fields.at(std::string(field.onlyWith)).editor);
    return std::ranges::find(field.onlyWithChoices, decides->currentText().toStdString()) !=
           field.onlyWithChoices.end();
}

nlohmann::json TrainForm::options() const
{
    nlohmann::json options = nlohmann::json::object();
    if (m_kind->count() == 0)
        return options;
    for (const TrainField& field : trainFields(kind())) {
        const auto found = m_fields.find(std::string(field.key));
        if (found == m_fields.end() || !inUse(field))
            continue;
        const QWidget* editor = found->second.editor;
        nlohmann::json& value = options[found->first];
        if (const auto* choice = qobject_cast<const QComboBox*>(editor)) {
            value = choice->currentText().toStdString();
        } else if (const auto* flag = qobject_cast<const QCheckBox*>(editor)) {
            value = flag->isChecked();
        } else {
            const std::string text = qobject_cast<const QLineEdit*>(editor)->text().trimmed().toStdString();
            const auto integer = field.type == TrainField::Type::Integer ? parseInteger(text) : std::nullopt;
            const auto number = field.type == TrainField::Type::Text ? std::nullopt : parseNumber(text);
            if (text.empty())
                options.erase(found->first);
            else if (integer)
                value = *integer;
            else if (number)
                value = *number;
            else
                value = text; // refused with a sentence that names the field, unless text is what is wanted
        }
    }
    return options;
}

TrainRequest TrainForm::request() const
{
    TrainRequest request;
    request.name = m_name->text().trimmed().toStdString();
    request.kind = kind();
    request.dataset = m_dataset.toStdString();
    request.options = options();
    return request;
}

void TrainForm::suggestName()
{
    if (m_nameTouched || m_dataset.isEmpty() || m_kind->count() == 0)
        return;
    const QString stem = QStringLiteral("%1-%2").arg(m_dataset, toQString(modelKindName(kind())));
    QString name = stem;
    for (int number = 2; m_taken.contains(name); ++number)
        name = QStringLiteral("%1-%2").arg(stem).arg(number);
    m_name->setText(name);
}

void TrainForm::validate()
{
    const QString name = m_name->text().trimmed();
    const QString nameProblem = name.isEmpty()           ? tr("The model needs a name.")
                                : m_taken.contains(name) ? tr("There is a model of this name already.")
                                                         : QString();
    setProblem(m_nameProblem, m_name, nameProblem);
    std::map<std::string, QString> problems;
    if (m_kind->count() > 0)
        for (const FieldProblem& problem : checkTrainOptions(kind(), options()))
            problems.emplace(problem.key, toQString(problem.sentence));
    for (const auto& [key, field] : m_fields) {
        const auto problem = problems.find(key);
        setProblem(field.problem, field.editor, problem == problems.end() ? QString() : problem->second);
    }
    m_train->setEnabled(nameProblem.isEmpty() && problems.empty() && m_kind->count() > 0);
    m_train->setToolTip(m_train->isEnabled() ? QString() : tr("Something in the form is not right yet"));
}

} // namespace representer
