#include "ui/models/model_list_model.h"

#include "ui/models/plain_tool_tip.h"
#include "ui/models/roles.h"
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
                return ModelQuality{std::string(part) + " " + name, value->get<double>(), higher};
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

QVariant ModelListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const ModelInfo& info = modelAt(index.row());
    const auto number = [role](double value) -> QVariant {
        return role == SortRole        ? QVariant(value)
               : role == ExactTextRole ? exactNumberText(value)
                                       : numberText(value);
    };
    if (role == Qt::ToolTipRole) {
        QStringList lines{kindText(info.kind), tr("stopped: %1").arg(toQString(stopName(info.report.stop)))};
        if (!info.report.advice.empty())
            lines << toQString(info.report.advice);
        for (const std::string& warning : info.warnings)
            lines << toQString(warning);
        return plainToolTip(lines.join(QLatin1Char('\n')));
    }
    if (role != Qt::DisplayRole && role != SortRole && role != ExactTextRole)
        return {};
    switch (index.column()) {
    case Name:
        return toQString(info.name);
    case Kind:
        return kindText(info.kind);
    case Dataset:
        return toQString(info.dataset);
    case Setting:
        if (const auto setting = mainSetting(info))
            return role == SortRole
                       ? QVariant(setting->second)
                       : tr("%1 = %2").arg(toQString(setting->first), number(setting->second).toString());
        return {};
    case Quality:
        if (const auto quality = testQuality(info))
            return role == SortRole
                       ? QVariant(quality->value)
                       : tr("%1 %2").arg(toQString(quality->name), number(quality->value).toString());
        return {};
    case Optimality:
        return info.report.stop == Stop::Epochs && role == Qt::DisplayRole ? QVariant(tr("not promised"))
                                                                           : number(info.report.optimality);
    case Seconds:
        return role == Qt::DisplayRole ? QVariant(durationText(info.report.seconds))
                                       : number(info.report.seconds);
    default:
        return {};
    }
}

QVariant ModelListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Name:
        return tr("model");
    case Kind:
        return tr("kind");
    case Dataset:
        return tr("data");
    case Setting:
        return tip ? tr("The setting that decides how simple the model is") : tr("setting");
    case Quality:
        return tip ? tr("The main figure on the test part; on the training part when there is no test")
                   : tr("quality");
    case Optimality:
        return tip ? tr("Certificate: relative duality gap or largest violation of the optimality "
                        "conditions. Sums of "
                        "importances are as exact as this is small.")
                   : tr("certificate");
    case Seconds:
        return tip ? tr("How long training took") : tr("time");
    default:
        return {};
    }
}

} // namespace representer
