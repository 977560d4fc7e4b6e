#pragma once

#include "ui/models/point_words.h"

#include <QFrame>

class QLabel;

namespace representer {

// A coloured dot with words: exact, nearly, or ranking only. The tooltip says what it means, with the sums.
class CompletenessBadge final : public QFrame {
    Q_OBJECT
public:
    explicit CompletenessBadge(QWidget* parent = nullptr);
    void setPoint(const ExplainedPoint* point); // null: hidden

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QColor colour() const;

    Completeness m_completeness = Completeness::RankingOnly;
    QLabel* m_text;
};

} // namespace representer
