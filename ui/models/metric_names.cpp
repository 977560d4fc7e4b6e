#include "ui/models/metric_names.h"

#include "ui/number_format.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <array>

namespace representer {

namespace {

struct Metric {
    std::string_view key;
    const char* text;
    const char* brief;
    bool share = false;
};

// In the order they are told.
constexpr std::array metrics{
    Metric{"accuracy", QT_TRANSLATE_NOOP("Metrics", "accuracy"), "accuracy", true},
    Metric{"auc", QT_TRANSLATE_NOOP("Metrics", "area under the ROC curve"), "AUC"},
    Metric{"logloss", QT_TRANSLATE_NOOP("Metrics", "log loss"), "log loss"},
    Metric{"rmse", QT_TRANSLATE_NOOP("Metrics", "root mean squared error"), "RMSE"},
    Metric{"mae", QT_TRANSLATE_NOOP("Metrics", "mean absolute error"), "MAE"},
    Metric{"recall@20", QT_TRANSLATE_NOOP("Metrics", "recall in the first 20"), "recall@20", true},
    Metric{"ndcg@20", QT_TRANSLATE_NOOP("Metrics", "NDCG of the first 20"), "NDCG@20"},
    Metric{"popularity@20", QT_TRANSLATE_NOOP("Metrics", "mean popularity of the first 20"),
           "popularity@20"},
    Metric{"support", QT_TRANSLATE_NOOP("Metrics", "weights that are not zero"), "weights"},
    Metric{"rank", QT_TRANSLATE_NOOP("Metrics", "rank"), "rank"},
};

const Metric* find(std::string_view key)
{
    for (const Metric& metric : metrics)
        if (metric.key == key)
            return &metric;
    return nullptr;
}

QString translated(const char* text)
{
    return QCoreApplication::translate("Metrics", text);
}

} // namespace

QString metricText(std::string_view key)
{
    const Metric* metric = find(key);
    return metric ? translated(metric->text) : toQString(key).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString metricBriefText(std::string_view key)
{
    const Metric* metric = find(key);
    return metric ? QString::fromLatin1(metric->brief) : metricText(key);
}

QString partText(std::string_view part)
{
    return part == "test"         ? translated(QT_TRANSLATE_NOOP("Metrics", "Test part"))
           : part == "validation" ? translated(QT_TRANSLATE_NOOP("Metrics", "Validation part"))
                                  : translated(QT_TRANSLATE_NOOP("Metrics", "Training part"));
}

QString metricValueText(std::string_view key, double value)
{
    const Metric* metric = find(key);
    return metric && metric->share ? percentText(value) : numberText(value);
}

QString figuresText(const nlohmann::json& figures)
{
    QStringList parts;
    for (const Metric& metric : metrics)
        if (const auto value = figures.find(metric.key); value != figures.end() && value->is_number())
            parts << QStringLiteral("%1 %2").arg(translated(metric.text),
                                                 metricValueText(metric.key, value->get<double>()));
    const auto count = [&](const char* key) { return countText(figures.value(key, std::int64_t{0})); };
    if (figures.contains("false_positives") && figures.contains("false_negatives"))
        parts << translated(
                     QT_TRANSLATE_NOOP("Metrics", "%1 of %2 wrong (%3 taken for positive, %4 for negative)"))
                     .arg(countText(figures.value("false_positives", std::int64_t{0}) +
                                    figures.value("false_negatives", std::int64_t{0})),
                          count("samples"), count("false_positives"), count("false_negatives"));
    else if (figures.contains("samples"))
        parts << translated(QT_TRANSLATE_NOOP("Metrics", "%1 samples")).arg(count("samples"));
    return parts.join(QStringLiteral(" \u00b7 "));
}

} // namespace representer
