#include "ui/pages/explain/sample_detail.h"

#include "ui/number_format.h"
#include "ui/pages/explain/document_detail.h"
#include "ui/pages/explain/image_detail.h"
#include "ui/pages/explain/rating_detail.h"
#include "ui/widgets/elided_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>

namespace representer {

SampleDetail::SampleDetail(const QList<QAction*>& actions, QWidget* parent)
    : QWidget(parent), m_title(new ElidedLabel(this)), m_note(new QLabel(this)), m_answer(new QLabel(this)),
      m_bodies(new QStackedWidget(this)),
      m_empty(new QLabel(tr("Select a sample in a table or a chart to see why it matters."), this)),
      m_documents(new DocumentDetail(this)), m_ratings(new RatingDetail(this)),
      m_images(new ImageDetail(this))
{
    m_title->setProperty("role", QStringLiteral("section"));
    for (QLabel* label : {m_note, m_answer}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->hide();
    }
    m_note->setAccessibleName(tr("Your note on this sample"));
    m_answer->setAccessibleName(tr("Answer of the what-if"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setProperty("role", QStringLiteral("muted"));
    m_bodies->addWidget(m_empty);
    m_bodies->addWidget(m_documents);
    m_bodies->addWidget(m_ratings);
    m_bodies->addWidget(m_images);
    m_bodies->setMinimumHeight(60); // otherwise the largest of them, shown or not, decides

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    for (QAction* action : actions) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setProperty("role", QStringLiteral("action"));
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_title);
    layout->addLayout(buttons);
    layout->addWidget(m_note);
    layout->addWidget(m_answer);
    layout->addWidget(m_bodies, 1);
}

void SampleDetail::setSample(std::shared_ptr<const ExplainedPoint> point, int row,
                             const std::filesystem::path& workspace)
{
    m_loading.cancel();
    if (!point || row < 0) {
        m_title->setFullText(tr("No sample selected"));
        m_bodies->setCurrentWidget(m_empty);
        return;
    }
    const ExplainedSample& sample = point->samples[static_cast<std::size_t>(row)];
    m_title->setFullText(toQString(sample.title.empty() ? sample.id : sample.title));
    m_loading.start(
        tr("Reading the sample"),
        [point, row, workspace](const TaskContext& context) {
            return loadSampleDetail(*point, point->samples[static_cast<std::size_t>(row)], workspace,
                                    context);
        },
        [this](SampleDetailData loaded) { showData(std::move(loaded)); },
        [this](const QString& message) { emit failed(message); });
}

void SampleDetail::showAnswer(const QString& text)
{
    m_answer->setText(text);
    m_answer->setVisible(!text.isEmpty());
}

void SampleDetail::showNote(const QString& text)
{
    m_note->setText(tr("\u270e %1").arg(text));
    m_note->setVisible(!text.isEmpty());
}

void SampleDetail::showData(SampleDetailData loaded)
{
    if (auto* documents = std::get_if<DocumentPair>(&loaded)) {
        m_documents->setPair(std::move(*documents));
        m_bodies->setCurrentWidget(m_documents);
    } else if (auto* ratings = std::get_if<RatingPair>(&loaded)) {
        m_ratings->setPair(*ratings);
        m_bodies->setCurrentWidget(m_ratings);
    } else if (auto* images = std::get_if<ImagePair>(&loaded)) {
        m_images->setPair(std::move(*images));
        m_bodies->setCurrentWidget(m_images);
    } else {
        m_bodies->setCurrentWidget(m_empty);
    }
}

} // namespace representer
