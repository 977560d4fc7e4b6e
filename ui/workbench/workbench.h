#pragma once

#include "core/data/dataset.h"
#include "core/models/model.h"
#include "ui/jobs/latest_job.h"
#include "ui/jobs/store_queue.h"
#include "ui/workbench/explained_point.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace representer {

class Annotations;
class SavedViews;

enum class PageId { Start, Data, Models, Explain, Compare, Deletion, Triage, Hubs };

// A training sample the views look at together.
struct SelectedSample {
    TrainIndex index;
    Side side = Side::Single;
    bool operator==(const SelectedSample&) const = default;
};

// The one object that knows what is open and selected. Pages read it and listen; they never call each other.
// All of it belongs to the GUI thread; reading and explaining happen on workers, newest request wins.
class Workbench final : public QObject {
    Q_OBJECT
public:
    explicit Workbench(std::filesystem::path workspace, QObject* parent = nullptr);
    ~Workbench() override;

    const std::filesystem::path& workspacePath() const { return m_workspace; }
    void openWorkspace(std::filesystem::path path); // forgets what was open and reads the lists

    // The lists of the workspace, read off-thread; reload() after anything was stored or removed.
    void reload();
    void reloadIfChanged(); // when somebody else wrote to the file since it was read
    bool reloading() const { return m_lists.running(); }
    bool readOnly() const { return m_readOnly; }
    const std::vector<DatasetInfo>& datasets() const { return m_datasets; }
    const std::vector<ModelInfo>& models() const { return m_models; }
    const DatasetInfo* findDataset(const QString& name) const;
    const ModelInfo* findModel(const QString& name) const;

    // The dataset that the Data and Models pages are about; that of the open model when one is opened.
    const QString& currentDataset() const { return m_currentDataset; }
    void setCurrentDataset(const QString& name);

    std::shared_ptr<const OpenModel> openModel() const { return m_openModel; }
    QString openModelName() const; // also while it is being opened; empty without one
    bool openingModel() const { return m_opening.running(); }
    void useModel(const QString& name);
    void closeModel();

    // What is to be explained. Setting any of these explains anew as soon as a model is open.
    const std::optional<TestPoint>& point() const { return m_point; }
    void setPoint(const TestPoint& point);
    void clearPoint();
    const std::string& method() const { return m_method; }
    void setMethod(std::string_view method);
    Side side() const { return m_side; }
    void setSide(Side side);
    std::size_t top() const { return m_top; }
    void setTop(std::size_t top);

    std::shared_ptr<const ExplainedPoint> explanation() const { return m_explanation; }
    bool explaining() const { return m_explaining.running(); }

    // Points that were looked at, of any model.
    bool canGoBack() const { return m_historyAt > 0; }
    bool canGoForward() const { return m_historyAt + 1 < m_history.size(); }
    void goBack();
    void goForward();

    const std::optional<SelectedSample>& selectedSample() const { return m_selected; }
    void selectSample(const std::optional<SelectedSample>& sample); // can be undone
    QUndoStack& undoStack() { return m_undo; }

    Annotations& annotations() const { return *m_annotations; }
    SavedViews& views() const { return *m_views; }

    void requestPage(PageId page) { emit pageRequested(page); }
    void notify(const QString& text) { emit notice(text); }
    void warn(const QString& text) { emit warning(text); }

signals:
    void workspaceChanged();
    void datasetsChanged();
    void modelsChanged();
    void listsFailed(const QString& message);
    void currentDatasetChanged();
    void openModelChanged(); // opened, closed, or begun to open
    void openModelFailed(const QString& message);
    void pointChanged();
    void questionChanged(); // method, side or top
    void explainingChanged();
    void explanationChanged(); // a new one, or none
    void explanationFailed(const QString& message);
    void selectedSampleChanged();
    void historyChanged();
    void pageRequested(representer::PageId page);
    void notice(const QString& text);  // worth a line on screen for a while, nothing to decide
    void warning(const QString& text); // stays until it is read

private:
    friend class SelectSampleCommand;
    struct Visit {
        QString model;
        TestPoint point;
    };
    void listsRead(bool readOnly);
    void explain();
    void setExplanation(std::shared_ptr<const ExplainedPoint> explanation);
    void modelOpened(std::shared_ptr<const OpenModel> model);
    void remember(const TestPoint& point);
    void visit(std::size_t at);
    void applySelection(const std::optional<SelectedSample>& sample);

    std::filesystem::path m_workspace;
    std::filesystem::file_time_type m_lastWrite{}; // of the file when its lists were read
    bool m_readOnly = false;
    bool m_toldOfRemoval = false;
    std::vector<DatasetInfo> m_datasets;
    std::vector<ModelInfo> m_models;
    QString m_currentDataset;
    std::shared_ptr<const OpenModel> m_openModel;
    QString m_openingName;
    std::optional<TestPoint> m_point;
    std::optional<TestPoint> m_pointAfterOpening;
    std::string m_method = "high-dim";
    Side m_side = Side::Both;
    std::size_t m_top = 50;
    std::shared_ptr<const ExplainedPoint> m_explanation;
    std::optional<SelectedSample> m_selected;
    std::vector<Visit> m_history;
    std::size_t m_historyAt = 0;
    QUndoStack m_undo;
    std::unique_ptr<Annotations> m_annotations;
    std::unique_ptr<SavedViews> m_views;
    LatestJob m_lists;
    LatestJob m_opening;
    LatestJob m_explaining;
    StoreQueue m_preparations; // what preparing cost time, kept for the next time
};

} // namespace representer
