#pragma once

#include "ui/jobs/latest_job.h"

#include <QStringList>
#include <QWidget>

#include "core/models/model_profile.h" // after Qt: its moc stumbles over <compare> as the first header

#include <filesystem>

class QLabel;
class QTabWidget;

namespace representer {

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

signals:
    void modelChosen(const QString& name); // a point of the path was clicked

private:
    void showFigures(const ModelInfo& info);
    void drawConvergence(const ModelInfo& info);
    void drawPath(const ModelInfo& info, const std::vector<ModelInfo>& all);
    void drawProfile(const ModelProfile& profile, const std::vector<std::string>& features);

    QLabel* m_title;
    QLabel* m_figures;
    QLabel* m_advice;
    QTabWidget* m_tabs;
    PlotView* m_profile;
    PlotView* m_convergence;
    PlotView* m_path;
    QStringList m_pathNames;
    LatestJob m_reading;
};

} // namespace representer
