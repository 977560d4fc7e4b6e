#include "ui/models/model_list_model.h"

#include "ui/models/metric_names.h"
#include "ui/number_format.h"

namespace representer {

std::optional<ModelQuality> testQuality(const ModelInfo& info)
{
    static constexpr std::pair<const char*, bool> known[] = {
        {"accuracy", true}, {"rmse", false}, {"mae", false}, {"recall@20", true}, {"auc", true}};
    for (const char* part : {"test", "validation", "train"}) {
        const auto figures = info.metrics.find(part);
        if (figures == info.metrics.end() || !figures->is_object())
            continue;
        for (const auto& [name, higher] : known)
            if (const auto value = figures->find(name); value != figures->end() && value->is_number())
                return ModelQuality{part, name, value->get<double>(), higher};
    }
    return std::nullopt;
}

std::optional<std::pair<std::string, double>> mainSetting(const ModelInfo& info)
{
    for (const char* key : {"C", "lambda", "mu", "dim"})
        if (const auto value = info.options.find(key); value != info.options.end() && value->is_number())
            return std::pair{std::string(key), value->get<double>()};
    return std::nullopt;
}

QString kindText(ModelKind kind)
{
    switch (kind) {
    case ModelKind::L1:
        return ModelListModel::tr("Sparse linear (l1)");
    case ModelKind::Nuclear:
        return ModelListModel::tr("Low rank (nuclear norm)");
    case ModelKind::Mf:
        return ModelListModel::tr("Matrix factorisation");
    case ModelKind::TwoTower:
        return ModelListModel::tr("Two towers");
    case ModelKind::Trace:
        return ModelListModel::tr("Trace regression");
    }
    return {};
}

void ModelListModel::setModels(std::vector<ModelInfo> models)
{
    beginResetModel();
    m_models = std::move(models);
    endResetModel();
}

int ModelListModel::rowOf(const QString& name) const
{
    for (int row = 0; row < rowCount(); ++row)
        if (toQString(modelAt(row).name) == name)
            return row;
    return -1;
}

int ModelListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_models.size());
}

int ModelListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

TableColumn ModelListModel::column(int column) const
{
    switch (static_cast<Column>(column)) {
    case Name:
        return {tr("Model"), tr("The model's name.")};
    case Kind:
        return {tr("Kind"), tr("What is fitted, and with which penalty.")};
    case Setting:
        return {tr("Setting"), tr("The setting that decides how simple the model is.")};
    case Quality:
        return {tr("Quality"),
                tr("The main figure on the test part; on the training part when there is no test.")};
    case Optimality:
        return {
            tr("Certificate"),
            tr("Relative duality gap or largest violation of the optimality conditions. Sums of importances "
               "are as exact as this is small."),
            true};
    case Seconds:
        return {tr("Time"), tr("How long training took."), true};
    case Dataset:
        return {tr("Data"), tr("The dataset it was trained on.")};
    case ColumnCount:
        break;
    }
    return {};
}

QString ModelListModel::text(int row, int column, bool exact) const
{
    const ModelInfo& info = modelAt(row);
    const auto number = [exact](double value) { return exact ? exactNumberText(value) : numberText(value); };
    switch (static_cast<Column>(column)) {
    case Name:
        return toQString(info.name);
    case Kind:
        return kindText(info.kind);
    case Dataset:
        return toQString(info.dataset);
    case Setting: {
        const auto setting = mainSetting(info);
        return setting ? tr("%1 = %2").arg(toQString(setting->first), number(setting->second)) : QString();
    }
    case Quality: {
        const auto quality = testQuality(info);
        return quality ? tr("%1 %2").arg(metricBriefText(quality->key),
                                         exact ? exactNumberText(quality->value)
                                               : metricValueText(quality->key, quality->value))
                       : QString();
    }
    case Optimality:
        return info.report.stop == Stop::Epochs && !exact ? tr("not promised")
                                                          : number(info.report.optimality);
    case Seconds:
        return exact ? exactNumberText(info.report.seconds) : durationText(info.report.seconds);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant ModelListModel::sortKey(int row, int column) const
{
    const ModelInfo& info = modelAt(row);
    const auto setting = mainSetting(info);
    const auto quality = testQuality(info);
    switch (static_cast<Column>(column)) {
    case Setting:
        return setting ? QVariant(setting->second) : QVariant();
    case Quality:
        return quality ? QVariant(quality->value) : QVariant();
    case Optimality:
        return info.report.optimality;
    case Seconds:
        return info.report.seconds;
    default:
        return TextTableModel::sortKey(row, column);
    }
}

QString ModelListModel::toolTip(int row, int) const
{
    const ModelInfo& info = modelAt(row);
    QStringList lines{kindText(info.kind), tr("stopped: %1").arg(toQString(stopName(info.report.stop)))};
    if (!info.report.advice.empty())
        lines << toQString(info.report.advice);
    for (const std::string& warning : info.warnings)
        lines << toQString(warning);
    return lines.join(QLatin1Char('\n'));
}

} // namespace representer
