#include "ui/widgets/model_view.h"

#include "core/store/dataset_store.h"
#include "core/store/model_store.h"
#include "ui/models/metric_names.h"
#include "ui/models/model_list_model.h"
#include "ui/number_format.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/path_view.h"

#include <QLabel>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace representer {

namespace {

constexpr std::size_t mostWeights = 16; // more names would overlap in a window of 768 pixels

struct Profile {
    ModelProfile profile;
    std::vector<std::string> names; // of the listed weights, same order
};

Profile readProfile(const std::filesystem::path& path, const ModelInfo& info, const TaskContext& context)
{
    const Workspace workspace(path);
    const Model model = ModelStore(workspace).load(info.name, ModelStore::Checkpoints::Leave, context);
    Profile result{profileOf(model.content, mostWeights), {}};
    if (result.profile.weights.empty())
        return result;
    const Dataset dataset = DatasetStore(workspace).load(info.dataset, DatasetStore::Texts::Leave, context);
    const auto* documents = std::get_if<DocumentData>(&dataset.content);
    for (const auto& [feature, weight] : result.profile.weights) {
        const auto at = static_cast<std::size_t>(feature);
        result.names.push_back(documents && at < documents->features.size()
                                   ? documents->features[at]
                                   : "feature " + std::to_string(feature));
    }
    return result;
}

} // namespace

ModelView::ModelView(QWidget* parent)
    : QWidget(parent), m_title(new QLabel), m_figures(new QLabel), m_advice(new QLabel),
      m_tabs(new QTabWidget), m_profile(new PlotView), m_convergence(new PlotView), m_path(new PathView)
{
    for (QLabel* label : {m_title, m_figures, m_advice}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_title->setProperty("role", QStringLiteral("subtitle"));
    m_advice->setProperty("role", QStringLiteral("muted"));
    m_tabs->setAccessibleName(tr("Views of the model"));
    m_tabs->addTab(m_profile, tr("Parameters"));
    m_tabs->addTab(m_convergence, tr("Convergence"));
    m_tabs->addTab(m_path, tr("Path"));
    m_convergence->setPlaceholder(tr("No trace of the training was kept with this model."));
    m_profile->setPlaceholder(tr("Reading the parameters..."));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_title);
    layout->addWidget(m_figures);
    layout->addWidget(m_advice);
    layout->addWidget(m_tabs, 1);
}

void ModelView::clear()
{
    m_reading.cancel();
    for (PlotView* plot : {m_profile, m_convergence})
        plot->clear();
    m_path->clear();
}

void ModelView::showModel(const std::filesystem::path& workspace, const ModelInfo& info,
                          const std::vector<ModelInfo>& all)
{
    clear();
    showFigures(info);
    drawConvergence(info.report.trace, info.report.stop == Stop::Epochs ? tr("epoch") : tr("iteration"));
    m_path->setModel(info, all);
    m_reading.start(
        tr("Reading the model"),
        [workspace, info](const TaskContext& context) { return readProfile(workspace, info, context); },
        [this](const Profile& read) { drawProfile(read.profile, read.names); },
        [this](const QString& message) { m_profile->setPlaceholder(message); });
}

void ModelView::showFigures(const ModelInfo& info)
{
    m_title->setText(tr("%1: %2").arg(toQString(info.name), kindText(info.kind)));
    QStringList lines;
    for (const char* part : {"test", "validation", "train"})
        if (const auto figures = info.metrics.find(part);
            figures != info.metrics.end() && figures->is_object() && !figures->empty())
            lines << tr("%1: %2").arg(partText(part), figuresText(*figures));
    lines << (info.adopted ? tr("trained elsewhere")
                           : tr("%1 after %2 iterations in %3, objective %4, certificate %5")
                                 .arg(toQString(stopName(info.report.stop)))
                                 .arg(info.report.iterations)
                                 .arg(durationText(info.report.seconds), numberText(info.report.objective),
                                      numberText(info.report.optimality)));
    m_figures->setText(lines.join(QLatin1Char('\n')));
    QStringList advice;
    for (const std::string& warning : info.warnings) // the report's advice is among them
        advice << toQString(warning);
    m_advice->setText(advice.join(QLatin1Char('\n')));
    m_advice->setVisible(!advice.isEmpty());
}

void ModelView::showTraining(const QString& name, const Job& job)
{
    clear();
    m_title->setText(tr("Training %1").arg(name));
    m_figures->setText(job.steps().empty()
                           ? job.stage()
                           : tr("step %1, objective %2")
                                 .arg(countText(static_cast<std::int64_t>(job.steps().size())),
                                      numberText(job.steps().back())));
    m_advice->hide();
    m_profile->setPlaceholder(tr("The parameters are drawn when the training is done."));
    m_tabs->setCurrentWidget(m_convergence);
    drawConvergence(job.steps(), tr("step"));
}

std::vector<std::pair<QString, PlotView*>> ModelView::charts() const
{
    return {{tr("parameters"), m_profile}, {tr("convergence"), m_convergence}, {tr("path"), &m_path->plot()}};
}

void ModelView::drawConvergence(const std::vector<double>& trace, const QString& unit)
{
    PlotSeries line;
    line.kind = PlotSeries::Kind::Line;
    double lowest = 0;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        line.x.push_back(static_cast<double>(i + 1));
        line.y.push_back(trace[i]);
        lowest = i == 0 ? trace[i] : std::min(lowest, trace[i]);
    }
    m_convergence->setTitle(tr("Objective while training"));
    m_convergence->setAxes({.title = unit, .whole = true}, {.title = tr("objective"), .logarithmic = lowest > 0});
    m_convergence->setSeries({std::move(line)});
}

void ModelView::drawProfile(const ModelProfile& profile, const std::vector<std::string>& features)
{
    if (!profile.weights.empty()) {
        PlotSeries up{.kind = PlotSeries::Kind::HorizontalBars, .name = tr("towards label 1"), .colour = 0};
        PlotSeries down{.kind = PlotSeries::Kind::HorizontalBars, .name = tr("towards label 0"), .colour = 1};
        PlotAxis names{.title = {}, .reversed = true};
        for (std::size_t i = 0; i < profile.weights.size(); ++i) {
            PlotSeries& side = profile.weights[i].second > 0 ? up : down;
            side.x.push_back(profile.weights[i].second);
            side.y.push_back(static_cast<double>(i));
            names.categories << toQString(features[i]);
        }
        m_profile->setTitle(tr("Largest of %1 weights that are not zero (of %2)")
                                .arg(countText(profile.nonzeros), countText(profile.parameters)));
        m_profile->setAxes({.title = tr("weight (change of the log-odds per unit)")}, names);
        m_profile->setSeries({std::move(up), std::move(down)});
        return;
    }
    PlotSeries bars{.kind = PlotSeries::Kind::Bars};
    for (std::size_t i = 0; i < profile.spectrum.size(); ++i) {
        bars.x.push_back(static_cast<double>(i + 1));
        bars.y.push_back(profile.spectrum[i]);
    }
    m_profile->setPlaceholder(tr("This model has no parameters to show: it predicts the same for everyone."));
    m_profile->setTitle(tr("Spectrum: singular values, %1 parameters").arg(countText(profile.parameters)));
    m_profile->setAxes({.title = tr("component"), .whole = true}, {.title = tr("singular value")});
    m_profile->setSeries({std::move(bars)});
}

} // namespace representer
