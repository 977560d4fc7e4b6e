#pragma once

#include <QStringList>
#include <QWidget>

#include "core/models/model.h" // after Qt: its moc stumbles over <compare> as the first header
#include "core/trainers/l1_path.h"

#include <memory>
#include <vector>

class QLabel;
class QPushButton;

namespace representer {

class PlotView;

// A model among its neighbours: the trained ones of its kind, and for sparse linear models the whole
// regularisation path. A click on a trained model opens it; a click on the path trains the model of that C.
class PathView final : public QWidget {
    Q_OBJECT
public:
    using Path = std::shared_ptr<const std::vector<PathPoint>>;

    explicit PathView(QWidget* parent = nullptr);

    void setModel(const ModelInfo& info, const std::vector<ModelInfo>& all);
    void setPath(Path path); // null: not computed
    void clear();
    PlotView& plot() const { return *m_plot; }

signals:
    void modelChosen(const QString& name);
    void pathWanted();
    void modelWanted(double C);

private:
    void draw();

    ModelInfo m_info;
    std::vector<ModelInfo> m_all;
    Path m_path;
    PlotView* m_plot;
    QLabel* m_hint;
    QPushButton* m_compute;
    QStringList m_names; // of the trained models drawn
};

} // namespace representer
