#pragma once

#include "core/operations/open_model.h"

#include <QWidget>

#include <filesystem>
#include <memory>
#include <vector>

namespace representer {

// The left side of the Explain page: where the point to explain is chosen. One kind per kind of dataset.
class PointPicker : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    // A model was opened; `workspace` is where its dataset can be searched. Null: forget everything.
    virtual void setModel(std::shared_ptr<const OpenModel> model, const std::filesystem::path& workspace) = 0;
    // Another view chose this point: follow it without choosing again.
    virtual void showPoint(const TestPoint& point) = 0;
    virtual void focusSearch() = 0;
    // Every point the list shows now, in its order: what an export of the whole filter is about.
    virtual std::vector<TestPoint> shownPoints() const = 0;

signals:
    void chosen(const representer::TestPoint& point);
    void failed(const QString& message);
};

} // namespace representer
