#pragma once

#include <QComboBox>
#include <QSpinBox>
#include <QWheelEvent>

namespace representer {

// Controls that the wheel scrolls past unless they have the focus: scrolling a form must not change its
// values.
template<class Control>
class Patient final : public Control {
public:
    explicit Patient(QWidget* parent = nullptr) : Control(parent) { this->setFocusPolicy(Qt::StrongFocus); }

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        if (this->hasFocus())
            Control::wheelEvent(event);
        else
            event->ignore();
    }
};

using PatientSpinBox = Patient<QSpinBox>;
using PatientComboBox = Patient<QComboBox>;

} // namespace representer
