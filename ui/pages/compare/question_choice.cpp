#include "ui/pages/compare/question_choice.h"

#include "ui/number_format.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

namespace representer {

QuestionChoice::QuestionChoice(const QString& name, Workbench& workbench, QWidget* parent)
    : QFrame(parent), m_workbench(workbench), m_model(new QComboBox(this)), m_method(new QComboBox(this)),
      m_pointLabel(new QLabel(this))
{
    setProperty("role", QStringLiteral("card"));
    auto* title = new QLabel(name, this);
    title->setProperty("role", QStringLiteral("subtitle"));
    m_pointLabel->setTextFormat(Qt::PlainText);
    m_pointLabel->setWordWrap(true);
    m_model->setAccessibleName(tr("Model of %1").arg(name));
    m_method->setAccessibleName(tr("Method of %1").arg(name));
    auto* take = new QPushButton(tr("Take the current point"), this);
    take->setToolTip(
        tr("Use the prediction that the Explain page shows now; choose another there and come back for the "
           "other side."));
    auto* line = new QHBoxLayout;
    line->addWidget(title);
    line->addWidget(m_pointLabel, 1);
    line->addWidget(take);
    auto* choices = new QHBoxLayout;
    choices->addWidget(new QLabel(tr("Model"), this));
    choices->addWidget(m_model, 1);
    choices->addWidget(new QLabel(tr("Method"), this));
    choices->addWidget(m_method, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->addLayout(line);
    layout->addLayout(choices);
    connect(take, &QPushButton::clicked, this, [this] {
        takeCurrentPoint();
        emit changed();
    });
    connect(m_model, &QComboBox::activated, this, &QuestionChoice::changed);
    connect(m_method, &QComboBox::activated, this, &QuestionChoice::changed);
    connect(&workbench, &Workbench::openModelChanged, this, &QuestionChoice::fill);
    connect(&workbench, &Workbench::modelsChanged, this, &QuestionChoice::fill);
    fill();
}

void QuestionChoice::fill()
{
    const QString modelBefore = m_model->currentText();
    const QString methodBefore = m_method->currentData().toString();
    m_model->clear();
    m_method->clear();
    const auto open = m_workbench.openModel();
    if (!open) {
        m_point.reset();
        return;
    }
    for (const ModelInfo& info : m_workbench.models()) {
        if (info.dataset == open->dataset().info.name)
            m_model->addItem(toQString(info.name));
    }
    const int before = m_model->findText(modelBefore);
    m_model->setCurrentIndex(before >= 0 ? before : m_model->findText(m_workbench.openModelName()));
    for (const MethodDescriptor* method : open->methods())
        m_method->addItem(toQString(method->name), toQString(method->id));
    m_method->setCurrentIndex(std::max(0, m_method->findData(methodBefore)));
}

void QuestionChoice::takeCurrentPoint()
{
    const auto explained = m_workbench.explanation();
    if (!explained)
        return;
    m_point = explained->explanation.point;
    m_pointLabel->setText(explained->pointDescription);
}

void QuestionChoice::setMethodAt(int index)
{
    if (index < m_method->count())
        m_method->setCurrentIndex(index);
}

QString QuestionChoice::modelName() const
{
    return m_model->currentText();
}

std::string QuestionChoice::method() const
{
    return m_method->currentData().toString().toStdString();
}

QString QuestionChoice::describe() const
{
    return tr("%1, %2").arg(m_method->currentText(), m_model->currentText());
}

} // namespace representer
