#pragma once

#include <QPointer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace representer {

class Job;

// One line of the job strip.
class JobRow final : public QWidget {
    Q_OBJECT
public:
    explicit JobRow(Job& job, QWidget* parent = nullptr);
    const Job* job() const;

signals:
    void dismissed(representer::Job* job); // Cancel was pressed, or the failure was read

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    QPointer<Job> m_job;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_stage;
    QProgressBar* m_bar;
    QPushButton* m_button;
};

} // namespace representer
