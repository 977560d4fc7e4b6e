#pragma once

#include "ui/models/text_table_model.h"

#include "core/models/model.h" // after Qt: its moc stumbles over <compare> as the first header

#include <vector>

namespace representer {

// The models of the workspace with what is worth comparing.
class ModelListModel final : public TextTableModel {
    Q_OBJECT
public:
    enum Column { Name, Kind, Setting, Quality, Optimality, Seconds, Dataset, ColumnCount };
    using TextTableModel::TextTableModel;

    void setModels(std::vector<ModelInfo> models);
    const ModelInfo& modelAt(int row) const { return m_models[static_cast<std::size_t>(row)]; }
    int rowOf(const QString& name) const; // -1 when it is not there

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;

protected:
    TableColumn column(int column) const override;
    QString text(int row, int column, bool exact) const override;
    QVariant sortKey(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    std::vector<ModelInfo> m_models;
};

// The figure by which models of a kind are compared.
struct ModelQuality {
    std::string part; // "test", or what there is
    std::string key;  // "accuracy", "rmse"
    double value = 0;
    bool higherIsBetter = true;
};
std::optional<ModelQuality> testQuality(const ModelInfo& info);
// The setting that decides how simple the model is: "C", "lambda", "mu" or "dim".
std::optional<std::pair<std::string, double>> mainSetting(const ModelInfo& info);
QString kindText(ModelKind kind);

} // namespace representer
