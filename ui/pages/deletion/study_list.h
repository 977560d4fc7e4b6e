#pragma once

#include "core/store/study_store.h"
#include "ui/models/plain_table_model.h"

#include <QWidget>

class QPushButton;
class QSortFilterProxyModel;

namespace representer {

class DataTable;

// The studies of the workspace, of every kind, newest first; one can be looked at, resumed, paused, removed.
class StudyList final : public QWidget {
    Q_OBJECT
public:
    explicit StudyList(QWidget* parent = nullptr);

    void setStudies(const std::vector<StudyRecord>& studies, std::int64_t shown); // shown: 0 for none
    void select(std::int64_t study); // says nothing: for what is on screen already
    // Which of the buttons make sense for the study on screen.
    void setPossible(bool resume, bool pause, bool remove);
    DataTable& table() const { return *m_table; }
    QPushButton& resumeButton() const { return *m_resume; }

signals:
    void chosen(std::int64_t study);
    void resumeRequested();
    void pauseRequested();
    void removeRequested();

private:
    DataTable* m_table;
    PlainTableModel m_rows;
    QPushButton* m_resume;
    QPushButton* m_pause;
    QPushButton* m_remove;
    QSortFilterProxyModel* m_sorted;
    bool m_quiet = false;
};

} // namespace representer
