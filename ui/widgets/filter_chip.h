#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace representer {

// "12 of 3 415 rows ×": says that a filter hides rows and takes it away again. Invisible while nothing is
// hidden.
class FilterChip final : public QFrame {
    Q_OBJECT
public:
    explicit FilterChip(QWidget* parent = nullptr);
    void setCounts(qint64 shown, qint64 all);

signals:
    void cleared();

protected:
    void changeEvent(QEvent* event) override;

private:
    void recolour();
    QLabel* m_text;
    QToolButton* m_clear;
};

} // namespace representer
