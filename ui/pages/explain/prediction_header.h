#pragma once

#include <QWidget>

class QAction;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace representer {

class CompletenessBadge;
class FilterChip;
class Workbench;

// What was predicted, how complete the explanation is, and the switches: method, side, how many, filter.
class PredictionHeader final : public QWidget {
    Q_OBJECT
public:
    explicit PredictionHeader(Workbench& workbench, QWidget* parent = nullptr);

    void setFilterCounts(int shown, int all);
    void clearFilter();
    void setExportMenu(QMenu* menu);
    void addAction(QAction* action); // a button beside the sentence
    void showNote(const QString& text);
    QString sentence() const;

signals:
    void filterChanged(const QString& text);

private:
    void modelChanged();
    void questionChanged();
    void explanationChanged();

    Workbench& m_workbench;
    QLabel* m_sentence;
    QLabel* m_notes;
    CompletenessBadge* m_badge;
    QLabel* m_seconds;
    QComboBox* m_method;
    QLabel* m_sideLabel;
    QComboBox* m_side;
    QComboBox* m_top;
    QLineEdit* m_filter;
    FilterChip* m_chip;
    QToolButton* m_export;
    QHBoxLayout* m_first; // sentence, badge, buttons
    QLabel* m_note;
};

} // namespace representer
