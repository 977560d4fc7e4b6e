#pragma once

#include "core/operations/run_study.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace representer {

// What a deletion study is to do: which points, methods and sizes.
class StudyForm final : public QWidget {
    Q_OBJECT
public:
    explicit StudyForm(QWidget* parent = nullptr);

    void setModel(const OpenModel* model); // null: nothing can be set up
    void setCurrentPoint(const QString& description, bool available);
    // The request as it stands; points is filled when the study is about the current point.
    DeletionRequest request(const std::optional<TestPoint>& current) const;
    void setRemark(const QString& text, bool problem);
    void drawPoints(int count); // at random, instead of the point on the Explain page
    void setSizes(const QString& sizes);

signals:
    void estimateRequested();
    void runRequested();

private:
    QComboBox* m_scope;
    bool m_scopeChosen = false; // by the user
    QSpinBox* m_tests;
    QComboBox* m_group; // only points of this class, or of these users
    QCheckBox* m_errorsOnly;
    QVBoxLayout* m_methodBoxes;
    std::vector<QCheckBox*> m_methods;
    QLineEdit* m_sizes;
    QCheckBox* m_joint;
    QSpinBox* m_seed;
    QLabel* m_remark;
    QPushButton* m_estimate;
    QPushButton* m_run;
};

} // namespace representer
