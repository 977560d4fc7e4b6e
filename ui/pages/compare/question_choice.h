#pragma once

#include "ui/workbench/explained_point.h"

#include <QFrame>

class QComboBox;
class QLabel;

namespace representer {

class Workbench;

// One side of a comparison: which model, which point, which method.
class QuestionChoice final : public QFrame {
    Q_OBJECT
public:
    QuestionChoice(const QString& name, Workbench& workbench, QWidget* parent = nullptr);

    void takeCurrentPoint();
    void setMethodAt(int index);
    const std::optional<TestPoint>& point() const { return m_point; }
    QString modelName() const;
    std::string method() const;
    QString describe() const; // "high-dim, mf-16, Star Trek VI for user 3"

signals:
    void changed();

private:
    void fill();

    Workbench& m_workbench;
    QComboBox* m_model;
    QComboBox* m_method;
    QLabel* m_pointLabel;
    std::optional<TestPoint> m_point;
};

} // namespace representer
