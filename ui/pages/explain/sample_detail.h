#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/models/sample_detail_data.h"

#include <QWidget>

class QAction;
class QLabel;
class QStackedWidget;

namespace representer {

class DocumentDetail;
class ElidedLabel;
class ImageDetail;
class RatingDetail;

// The selected sample beside the point: texts, items or images, and what can be done with it.
class SampleDetail final : public QWidget {
    Q_OBJECT
public:
    explicit SampleDetail(const QList<QAction*>& actions, QWidget* parent = nullptr);

    // row < 0: no sample is selected.
    void setSample(std::shared_ptr<const ExplainedPoint> point, int row,
                   const std::filesystem::path& workspace);
    void showAnswer(const QString& text); // of a what-if; empty hides it
    void showNote(const QString& text);   // the user's own on this sample; empty hides it
    bool loading() const { return m_loading.running(); }

signals:
    void failed(const QString& message);

private:
    void showData(SampleDetailData loaded);

    ElidedLabel* m_title;
    QLabel* m_note;
    QLabel* m_answer;
    QStackedWidget* m_bodies;
    QLabel* m_empty;
    DocumentDetail* m_documents;
    RatingDetail* m_ratings;
    ImageDetail* m_images;
    LatestJob m_loading;
};

} // namespace representer
