#include "ui/pages/deletion/flip_panel.h"

#include "core/operations/flip_set.h"
#include "ui/jobs/job_list.h"
#include "ui/number_format.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace representer {

namespace {

// What a recommendation competes with: the item predicted best below it.
std::optional<ItemIndex> rivalOf(const OpenModel& model, const UserItem& pair)
{
    const auto& ratings = std::get<RatingData>(model.dataset().content);
    const double score = model.predict(pair);
    std::optional<ItemIndex> rival;
    double best = 0;
    for (std::int32_t item = 0; item < static_cast<std::int32_t>(ratings.items.size()); ++item) {
        const double other = model.predict(UserItem{pair.user, ItemIndex{item}});
        if (item != pair.item.value && other <= score && (!rival || other > best)) {
            best = other;
            rival = ItemIndex{item};
        }
    }
    return rival;
}

} // namespace

FlipPanel::FlipPanel(Workbench& workbench, JobList& jobs, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_jobs(jobs), m_method(new QComboBox(this)),
      m_find(new QPushButton(tr("Find it"), this)), m_answer(new QLabel(this))
{
    auto* heading = new QLabel(tr("Smallest set that turns the decision of the current point"), this);
    heading->setProperty("role", QStringLiteral("section"));
    m_method->setAccessibleName(tr("Method that ranks the samples"));
    m_answer->setTextFormat(Qt::PlainText);
    m_answer->setWordWrap(true);
    m_answer->setAccessibleName(tr("Answer"));
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* line = new QHBoxLayout;
    line->addWidget(m_method);
    line->addWidget(m_find);
    line->addWidget(m_answer, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(heading);
    layout->addLayout(line);
    connect(m_find, &QPushButton::clicked, this, &FlipPanel::find);
    connect(&workbench, &Workbench::openModelChanged, this, &FlipPanel::modelChanged);
    connect(&workbench, &Workbench::explanationChanged, this, &FlipPanel::pointChanged);
    modelChanged();
}

QString FlipPanel::answer() const
{
    return m_answer->text();
}

void FlipPanel::modelChanged()
{
    m_method->clear();
    if (const auto model = m_workbench.openModel())
        for (const MethodDescriptor* method : model->methods())
            m_method->addItem(toQString(method->name), toQString(method->id));
    pointChanged();
}

void FlipPanel::pointChanged()
{
    const auto point = m_workbench.explanation();
    const bool document = point && !std::holds_alternative<UserItem>(point->explanation.point);
    m_find->setEnabled(point != nullptr);
    m_find->setToolTip(
        !point ? tr("Choose a point on the Explain page first.")
        : document
            ? tr("The fewest samples without which the model chooses the other class; checked by retraining.")
            : tr("The fewest ratings without which the user's next best item overtakes this one."));
    m_answer->setText(point ? tr("for %1").arg(point->pointDescription) : QString());
}

void FlipPanel::find()
{
    const auto point = m_workbench.explanation();
    if (!point)
        return;
    FlipRequest request;
    request.point = point->explanation.point;
    request.method = m_method->currentData().toString().toStdString();
    m_answer->setText(tr("Searching, see the strip below\u2026"));
    const QPointer<FlipPanel> panel(this);
    Job* job = m_jobs.add(Job::make(
        tr("Smallest flip set"),
        [model = point->model, request](const TaskContext& context) mutable {
            if (const auto* pair = std::get_if<UserItem>(&request.point))
                request.rival = rivalOf(*model, *pair);
            return smallestFlipSet(*model, request, context);
        },
        [panel](const FlipResult& result) {
            if (panel)
                panel->m_answer->setText(toQString(result.sentence));
        }));
    connect(job, &Job::ended, this, [this](Job::State state) {
        if (state != Job::State::Finished)
            pointChanged();
    });
}

} // namespace representer
