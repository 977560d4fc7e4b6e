#pragma once

#include <QFrame>
#include <QString>
#include <QTimer>

class QLabel;
class QPushButton;
class QToolButton;

namespace representer {

// A sentence across the page: no dialog, nothing is blocked. Plain text only. What went wrong stays until it
// is dismissed; what went well makes room again after a while.
class MessageBar final : public QFrame {
    Q_OBJECT
public:
    enum class Kind { Info, Good, Warning, Error };
    explicit MessageBar(QWidget* parent = nullptr); // hidden until show is called

    void showMessage(Kind kind, const QString& text, const QString& actionText = {});
    void clear();
    QString text() const;

signals:
    void actionTriggered();
    void dismissed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void recolour();

    Kind m_kind = Kind::Info;
    QLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_action;
    QToolButton* m_close;
    QTimer m_goodNews; // takes it off the screen again
};

} // namespace representer
