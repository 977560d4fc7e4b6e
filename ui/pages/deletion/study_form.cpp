#include "ui/pages/deletion/study_form.h"

#include "ui/models/plain_tool_tip.h"
#include "ui/number_format.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <set>

namespace representer {

namespace {

constexpr std::size_t mostGroups = 40; // of one attribute; ages and genders are groups, zip codes are not

// Each entry carries what the filter needs: nothing, a class, or an attribute of users and its value.
void fillGroups(QComboBox& box, const DatasetContent& content)
{
    box.clear();
    if (const auto* ratings = std::get_if<RatingData>(&content)) {
        box.addItem(StudyForm::tr("all users"));
        const EntityTable& users = ratings->users;
        for (std::size_t a = 0; a < users.attributeNames.size(); ++a) {
            const std::set<std::string> values(users.attributes[a].begin(), users.attributes[a].end());
            if (values.size() > mostGroups)
                continue;
            const QString name = toQString(users.attributeNames[a]);
            for (const std::string& value : values)
                if (!value.empty())
                    box.addItem(StudyForm::tr("users with %1 %2").arg(name, toQString(value)),
                                QStringList{name, toQString(value)});
        }
        return;
    }
    box.addItem(StudyForm::tr("all classes"));
    const auto add = [&box](const std::string& name) {
        box.addItem(toQString(name), QStringList{toQString(name)});
    };
    std::visit(
        [&add](const auto& samples) {
            if constexpr (requires { samples.labelNames; })
                for (const std::string& name : samples.labelNames)
                    add(name);
        },
        content);
    if (const auto* documents = std::get_if<DocumentData>(&content)) {
        const std::set<std::string> classes(documents->test.classes.begin(), documents->test.classes.end());
        for (const std::string& name : classes)
            if (name != documents->labelNames[0] && name != documents->labelNames[1])
                add(name);
    }
}

} // namespace

StudyForm::StudyForm(QWidget* parent)
    : QWidget(parent), m_scope(new QComboBox(this)), m_tests(new QSpinBox(this)),
      m_group(new QComboBox(this)),
      m_errorsOnly(new QCheckBox(tr("Wrong predictions only"), this)), m_methodBoxes(new QVBoxLayout),
      m_sizes(new QLineEdit(this)), m_joint(new QCheckBox(tr("Remove once for all points"), this)),
      m_seed(new QSpinBox(this)), m_remark(new QLabel(this)),
      m_estimate(new QPushButton(tr("Estimate cost"), this)), m_run(new QPushButton(tr("Run study"), this))
{
    m_scope->addItem(tr("The point on the Explain page"));
    m_scope->addItem(tr("Random test points"));
    m_group->setAccessibleName(tr("Only points of"));
    m_group->setToolTip(tr("Draw only test samples of one class, or held-out ratings of some users."));
    for (QComboBox* box : {m_scope, m_group}) { // names of points and classes may be long
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(12);
    }
    m_tests->setRange(1, 10000);
    m_tests->setValue(10);
    m_errorsOnly->setToolTip(
        tr("Draw only from predictions that are wrong, or off by one unit of the scale or more."));
    m_sizes->setAccessibleName(tr("Sizes"));
    m_sizes->setToolTip(
        tr("How many samples to remove: counts (10, 20) or percentages of the training part (1%, 2%)."));
    m_joint->setToolTip(
        tr("One removal, ranked by the sum over the points: cheaper, and weaker for each point."));
    m_seed->setRange(0, 1000000);
    m_seed->setToolTip(tr("Seed of the drawing and of the random baseline."));
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->setWordWrap(true);
    m_run->setProperty("role", QStringLiteral("primary"));
    m_methodBoxes->setSpacing(2);
    for (QSpinBox* box : {m_tests, m_seed})
        box->setFocusPolicy(Qt::StrongFocus); // the wheel scrolls the page, it edits nothing

    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->addRow(tr("&Points"), m_scope);
    form->addRow(tr("&How many"), m_tests);
    form->addRow(tr("O&nly of"), m_group);
    form->addRow(QString(), m_errorsOnly);
    form->addRow(tr("Methods"), m_methodBoxes);
    form->addRow(tr("&Remove"), m_sizes);
    form->addRow(QString(), m_joint);
    form->addRow(tr("&Seed"), m_seed);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_estimate);
    buttons->addWidget(m_run);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(form);
    layout->addWidget(m_remark);
    layout->addLayout(buttons);

    const auto scopeChanged = [this] {
        const bool drawn = m_scope->currentIndex() == 1;
        m_tests->setEnabled(drawn);
        m_group->setEnabled(drawn);
        m_errorsOnly->setEnabled(drawn);
        m_joint->setEnabled(drawn);
    };
    connect(m_scope, &QComboBox::currentIndexChanged, this, scopeChanged);
    connect(m_scope, &QComboBox::activated, this, [this] { m_scopeChosen = true; });
    connect(m_estimate, &QPushButton::clicked, this, &StudyForm::estimateRequested);
    connect(m_run, &QPushButton::clicked, this, &StudyForm::runRequested);
    scopeChanged();
}

void StudyForm::setModel(const OpenModel* model)
{
    for (QCheckBox* box : m_methods)
        delete box;
    m_methods.clear();
    m_run->setEnabled(model != nullptr);
    m_estimate->setEnabled(model != nullptr);
    if (!model)
        return;
    for (const MethodDescriptor* method : model->methods()) {
        auto* box = new QCheckBox(toQString(method->name), this);
        box->setProperty("method", toQString(method->id));
        box->setToolTip(
            plainToolTip(toQString(method->summary) + QLatin1Char('\n') + toQString(method->promise)));
        box->setChecked(method->id == "high-dim" || method->id == "random");
        m_methodBoxes->addWidget(box);
        m_methods.push_back(box);
    }
    fillGroups(*m_group, model->dataset().content);
    m_sizes->setText(std::holds_alternative<RatingData>(model->dataset().content)
                         ? QStringLiteral("10, 20, 30, 40, 50")
                         : QStringLiteral("1%, 2%, 3%, 4%, 5%"));
}

void StudyForm::setCurrentPoint(const QString& description, bool available)
{
    m_scope->setToolTip(available ? plainToolTip(description) : QString());
    m_scope->setItemText(0, available ? tr("This point: %1").arg(description)
                                      : tr("The point on the Explain page (none yet)"));
    if (!available)
        m_scope->setCurrentIndex(1);
    else if (!m_scopeChosen) // the point in front of the user is what they came to prove
        m_scope->setCurrentIndex(0);
}

DeletionRequest StudyForm::request(const std::optional<TestPoint>& current) const
{
    DeletionRequest request;
    for (const QCheckBox* box : m_methods) {
        if (box->isChecked())
            request.methods.push_back(box->property("method").toString().toStdString());
    }
    for (const QString& size : m_sizes->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
        request.k.push_back(size.trimmed().toStdString());
    request.seed = static_cast<std::uint64_t>(m_seed->value());
    if (m_scope->currentIndex() == 0 && current) {
        request.points = {*current};
    } else {
        request.tests = static_cast<std::size_t>(m_tests->value());
        request.filter.errorsOnly = m_errorsOnly->isChecked();
        const QStringList group = m_group->currentData().toStringList();
        if (group.size() == 1)
            request.filter.className = group[0].toStdString();
        else if (group.size() == 2)
            request.filter.userGroup = std::pair(group[0].toStdString(), group[1].toStdString());
        request.joint = m_joint->isChecked();
    }
    return request;
}

void StudyForm::setRemark(const QString& text, bool problem)
{
    m_remark->setProperty("role", problem ? QStringLiteral("error") : QStringLiteral("muted"));
    m_remark->style()->polish(m_remark);
    m_remark->setText(text);
    m_remark->setVisible(!text.isEmpty());
}

void StudyForm::drawPoints(int count)
{
    m_scopeChosen = true;
    m_scope->setCurrentIndex(1);
    m_tests->setValue(count);
}

void StudyForm::setSizes(const QString& sizes)
{
    m_sizes->setText(sizes);
}

} // namespace representer
