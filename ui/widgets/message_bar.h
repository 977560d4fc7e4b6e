#pragma once

#include <QFrame>
#include <QString>

class QLabel;
class QPushButton;
class QToolButton;

namespace representer {

// A sentence across the page that stays until it is read: no dialog, nothing is blocked. Plain text only.
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
};

} // namespace representer
