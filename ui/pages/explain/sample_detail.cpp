#include "ui/pages/explain/sample_detail.h"

#include "ui/number_format.h"
#include "ui/pages/explain/document_detail.h"
#include "ui/pages/explain/image_detail.h"
#include "ui/pages/explain/rating_detail.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>

namespace representer {

SampleDetail::SampleDetail(const QList<QAction*>& actions, QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_answer(new QLabel(this)),
      m_bodies(new QStackedWidget(this)),
      m_empty(new QLabel(tr("Select a sample in a table or a chart to see why it matters."), this)),
      m_documents(new DocumentDetail(this)), m_ratings(new RatingDetail(this)),
      m_images(new ImageDetail(this))
{
    m_title->setTextFormat(Qt::PlainText);
    m_title->setProperty("role", QStringLiteral("section"));
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_answer->setTextFormat(Qt::PlainText);
    m_answer->setWordWrap(true);
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_answer->setAccessibleName(tr("Answer of the what-if"));
    m_answer->hide();
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setProperty("role", QStringLiteral("muted"));
    m_bodies->addWidget(m_empty);
    m_bodies->addWidget(m_documents);
    m_bodies->addWidget(m_ratings);
    m_bodies->addWidget(m_images);

    auto* heading = new QHBoxLayout;
    heading->setSpacing(2);
    heading->addWidget(m_title, 1);
    for (QAction* action : actions) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        heading->addWidget(button);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(heading);
    layout->addWidget(m_answer);
    layout->addWidget(m_bodies, 1);
}

void SampleDetail::setSample(std::shared_ptr<const ExplainedPoint> point, int row,
                             const std::filesystem::path& workspace)
{
    m_loading.cancel();
    if (!point || row < 0) {
        m_title->clear();
        m_bodies->setCurrentWidget(m_empty);
        return;
    }
    const ExplainedSample& sample = point->samples[static_cast<std::size_t>(row)];
    m_title->setText(toQString(sample.title.empty() ? sample.id : sample.title));
    m_title->setToolTip(m_title->text().toHtmlEscaped());
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
