#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QToolButton;

namespace representer {

class Workbench;

// Above every page: dataset › model, back and forward through visited points, the search box and the theme
// switch.
class TopBar final : public QFrame {
    Q_OBJECT
public:
    explicit TopBar(Workbench& workbench, QWidget* parent = nullptr);
    QLineEdit& searchBox() const { return *m_search; }

signals:
    void themeToggled();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refreshCrumbs();
    void refreshHistory();
    void fillDatasetMenu();
    void fillModelMenu();
    void recolour();

    Workbench& m_workbench;
    QPushButton* m_dataset;
    QLabel* m_separator;
    QPushButton* m_model;
    QToolButton* m_back;
    QToolButton* m_forward;
    QLineEdit* m_search;
    QAction* m_searchIcon;
    QToolButton* m_theme;
};

} // namespace representer
