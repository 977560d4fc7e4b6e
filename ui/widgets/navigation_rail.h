#pragma once

#include <QFrame>
#include <QString>

#include <vector>

class QToolButton;
class QVBoxLayout;

namespace representer {

// The pages of the window, one below the other, icon over name.
class NavigationRail final : public QFrame {
    Q_OBJECT
public:
    explicit NavigationRail(QWidget* parent = nullptr);
    void add(const QString& icon, const QString& name, const QString& toolTip);
    void setCurrent(int index);

signals:
    void chosen(int index);

protected:
    void changeEvent(QEvent* event) override;

private:
    void recolour();
    struct Entry {
        QString icon;
        QToolButton* button;
    };
    std::vector<Entry> m_entries;
    QVBoxLayout* m_layout;
};

} // namespace representer
