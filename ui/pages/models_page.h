#pragma once

#include "core/operations/adopt_model.h"
#include "core/operations/train_model.h"
#include "ui/pages/page.h"

#include <QPointer>

#include <memory>

class QPushButton;
class QSortFilterProxyModel;
class QModelIndex;

namespace representer {

class AdoptForm;
class DataTable;
class Job;
class ModelListModel;
class ModelView;
class TrainForm;

// Train, look at and choose models of the current dataset.
class ModelsPage final : public Page {
    Q_OBJECT
public:
    ModelsPage(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);
    void activated() override;
    QString helpTopic() const override { return QStringLiteral("models"); }

protected:
    void emptyActionTriggered() override;

private:
    void build();
    void refresh();
    void selectOpenModel();
    void showSelected();
    void train(const TrainRequest& request);
    void trainWith(double C); // the selected model's settings with another C, or the model that has it
    void adopt(const AdoptRequest& request);
    void polishSelected();
    void computePath();
    void addModelJob(std::unique_ptr<Job> job, const QString& name);
    void showTrained(const ModelInfo& info, const QString& done);
    void exportList();
    void openSelected();
    void removeSelected();
    QString selectedName() const;

    ModelListModel* m_models;
    QSortFilterProxyModel* m_sorted;
    DataTable* m_table;
    ModelView* m_view;
    TrainForm* m_form;
    AdoptForm* m_adopt;
    QPointer<Job> m_training; // shown live until another model is chosen
    QPushButton* m_open;
    QPushButton* m_polish;
    QPushButton* m_remove;
};

} // namespace representer
