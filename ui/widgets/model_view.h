#pragma once

#include "ui/jobs/latest_job.h"

#include <QWidget>

#include "core/models/model_profile.h" // after Qt: its moc stumbles over <compare> as the first header

#include <filesystem>
#include <utility>
#include <vector>

class QLabel;
class QTabWidget;

namespace representer {

class PathView;
class PlotView;

// One model in full: figures, how training went, its largest weights or its spectrum, and its place among the
// models of the same kind.
class ModelView final : public QWidget {
    Q_OBJECT
public:
    explicit ModelView(QWidget* parent = nullptr);
    void showModel(const std::filesystem::path& workspace, const ModelInfo& info,
                   const std::vector<ModelInfo>& all);
    void clear();

    // The convergence of a training as it runs; showModel() ends it.
    void showTraining(const QString& name, const Job& job);
    PathView& path() const { return *m_path; }
    std::vector<std::pair<QString, PlotView*>> charts() const; // with names for their files

private:
    void showFigures(const ModelInfo& info);
    void drawConvergence(const std::vector<double>& trace, const QString& unit);
    void drawProfile(const ModelProfile& profile, const std::vector<std::string>& features);

    QLabel* m_title;
    QLabel* m_figures;
    QLabel* m_advice;
    QTabWidget* m_tabs;
    PlotView* m_profile;
    PlotView* m_convergence;
    PathView* m_path;
    LatestJob m_reading;
};

} // namespace representer
