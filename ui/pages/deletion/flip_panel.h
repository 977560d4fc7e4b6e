#pragma once

#include <QPointer>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace representer {

class JobList;
class OpenModel;
class Workbench;

// The smallest set of samples without which the decision about the current point turns, proved by retraining.
class FlipPanel final : public QWidget {
    Q_OBJECT
public:
    FlipPanel(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);

    void find();
    QString answer() const;

private:
    void modelChanged();
    void pointChanged();

    Workbench& m_workbench;
    JobList& m_jobs;
    QComboBox* m_method;
    QPushButton* m_find;
    QLabel* m_answer;
};

} // namespace representer
