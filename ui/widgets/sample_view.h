#pragma once

#include "core/data/dataset.h"
#include "ui/jobs/latest_job.h"

#include <QWidget>

#include <filesystem>
#include <memory>

class QLabel;
class QPlainTextEdit;

namespace representer {

// One sample as it is: a document's text, a rating with its user and item, an image.
class SampleView final : public QWidget {
    Q_OBJECT
public:
    explicit SampleView(QWidget* parent = nullptr);
    void showSample(const std::filesystem::path& workspace, std::shared_ptr<const Dataset> dataset, Part part,
                    std::int32_t sample);
    void clear();

private:
    void showDocument(const DocumentData& samples, Part part, std::int32_t sample);
    void showRating(const RatingData& samples, Part part, std::int32_t sample);
    void showMatrix(const MatrixData& samples, Part part, std::int32_t sample);

    QLabel* m_title;
    QLabel* m_facts;
    QLabel* m_picture;
    QPlainTextEdit* m_text;
    LatestJob m_reading;
};

} // namespace representer
