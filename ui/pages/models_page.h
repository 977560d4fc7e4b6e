#pragma once

#include "core/operations/train_model.h"
#include "ui/pages/page.h"

class QPushButton;
class QSortFilterProxyModel;
class QModelIndex;

namespace representer {

class DataTable;
class ModelListModel;
class ModelView;
class TrainForm;

// Train, look at and choose models of the current dataset.
class ModelsPage final : public Page {
    Q_OBJECT
public:
    ModelsPage(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);
    QString helpTopic() const override { return QStringLiteral("methods"); }

protected:
    void emptyActionTriggered() override;

private:
    void build();
    void refresh();
    void selectOpenModel();
    void showSelected();
    void train(const TrainRequest& request);
    void openSelected();
    void removeSelected();
    QString selectedName() const;

    ModelListModel* m_models;
    QSortFilterProxyModel* m_sorted;
    DataTable* m_table;
    ModelView* m_view;
    TrainForm* m_form;
    QPushButton* m_open;
    QPushButton* m_remove;
};

} // namespace representer
