#pragma once

#include <QString>
#include <QWidget>

class QLabel;
class QPushButton;

namespace representer {

// What a page shows before there is anything to show: what would be here and the one thing to do first.
class EmptyState final : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget* parent = nullptr);
    void set(const QString& icon, const QString& title, const QString& text, const QString& actionText = {});

signals:
    void actionTriggered();

protected:
    void changeEvent(QEvent* event) override;

private:
    void recolour();

    QString m_iconName;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_action;
};

} // namespace representer
