#include "ui/export/table_export.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "ui/models/point_words.h"
#include "ui/models/roles.h"
#include "ui/number_format.h"

#include <QAbstractItemModel>
#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

#include <nlohmann/json.hpp>

namespace representer {

Manifest manifestOf(const DatasetInfo& dataset)
{
    return {{"program", "Representer Explorer " + QCoreApplication::applicationVersion().toStdString()},
            {"dataset", dataset.name},
            {"dataset fingerprint", dataset.fingerprint},
            {"split", dataset.splitRule}};
}

Manifest manifestOf(const DatasetInfo& dataset, const ModelInfo& info)
{
    Manifest manifest = manifestOf(dataset);
    const Manifest ofModel{
        {"model", info.name},
        {"model kind", std::string(modelKindName(info.kind))},
        {"model fingerprint", info.fingerprint},
        {"seed", std::to_string(info.seed)},
    };
    manifest.insert(manifest.end(), ofModel.begin(), ofModel.end());
    for (const auto& [key, value] : info.options.items())
        if (!value.is_null()) // null: not set
            manifest.emplace_back("option " + key,
                                  value.is_string() ? value.get<std::string>() : value.dump());
    return manifest;
}

Manifest manifestOf(const OpenModel& model)
{
    return manifestOf(model.dataset().info, model.model().info);
}

Manifest manifestOf(const ExplainedPoint& point)
{
    auto manifest = manifestOf(*point.model);
    manifest.emplace_back("point", point.pointDescription.toStdString());
    manifest.emplace_back("method", point.explanation.method);
    manifest.emplace_back("unit", point.explanation.unit);
    manifest.emplace_back("prediction", exactText(point.explanation.prediction));
    manifest.emplace_back("offset", exactText(point.explanation.offset));
    manifest.emplace_back("completeness", completenessText(point.explanation).toStdString());
    manifest.emplace_back("residual", exactText(worstResidual(point.explanation)));
    return manifest;
}

Table tableFromModel(const QAbstractItemModel& model, const QString& caption)
{
    Table table;
    table.caption = caption.toStdString();
    for (int column = 0; column < model.columnCount(); ++column) {
        const QString title = model.headerData(column, Qt::Horizontal).toString();
        QString key = title == QLatin1String("#") ? QStringLiteral("rank") : title.toLower();
        key.replace(QLatin1Char(' '), QLatin1Char('_'));
        table.columns.push_back({key.toStdString(), title.toStdString()});
    }
    for (int row = 0; row < model.rowCount(); ++row) {
        std::vector<Table::Cell>& cells = table.rows.emplace_back();
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex index = model.index(row, column);
            const QVariant raw = index.data(SortRole);
            const QVariant exact = index.data(ExactTextRole);
            const QString text = (exact.isValid() ? exact : index.data()).toString();
            if (text.isEmpty())
                cells.emplace_back(std::monostate{});
            else if (raw.typeId() == QMetaType::Double)
                cells.emplace_back(raw.toDouble());
            else if (raw.typeId() == QMetaType::Int)
                cells.emplace_back(static_cast<std::int64_t>(raw.toLongLong()));
            else
                cells.emplace_back(text.toStdString());
        }
    }
    return table;
}

Table withColumns(const Table& table, const std::vector<int>& columns)
{
    Table chosen{table.caption, {}, std::vector<std::vector<Table::Cell>>(table.rows.size()), table.manifest};
    for (const int column : columns) {
        const auto c = static_cast<std::size_t>(column);
        chosen.columns.push_back(table.columns[c]);
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            chosen.rows[row].push_back(table.rows[row][c]);
    }
    return chosen;
}

void writeFile(const QString& path, const QByteArray& content)
{
    QSaveFile file(path);
    // commit() alone does not notice what fails while its buffer is emptied.
    const bool written = file.open(QIODevice::WriteOnly) && file.write(content) == content.size() &&
                         file.flush() && file.commit();
    if (!written)
        throw Error(Error::Kind::Storage, "The file " + path.toStdString() + " could not be written: " +
                                              file.errorString().toStdString() + ". Choose another place.");
}

QByteArray manifestJson(const Manifest& manifest, const std::string& caption)
{
    nlohmann::ordered_json json = {{"caption", caption}};
    for (const auto& [key, value] : manifest)
        json[key] = value;
    return QByteArray::fromStdString(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void writeTableFile(const QString& path, const Table& table)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    const std::string name = suffix == QLatin1String("md")    ? "markdown"
                             : suffix == QLatin1String("tex") ? "latex"
                             : suffix == QLatin1String("txt") ? "text"
                             : suffix == QLatin1String("htm") ? "html"
                                                              : suffix.toStdString();
    const auto format = tableFormatFromName(name);
    if (!format)
        throw Error(Error::Kind::BadOption,
                    "No table format is called \"" + suffix.toStdString() +
                        "\"; end the file name in csv, tsv, md, tex, html, json or txt.");
    writeFile(path, QByteArray::fromStdString(tableText(table, *format)));
    if (*format == TableFormat::Csv || *format == TableFormat::Tsv || *format == TableFormat::Json)
        writeFile(path + QStringLiteral(".manifest.json"), manifestJson(table.manifest, table.caption));
}

QString fileNameFor(const QString& words)
{
    QString name;
    for (const QChar c : words.simplified().toLower()) {
        if (c.isLetterOrNumber())
            name += c;
        else if (!name.isEmpty() && !name.endsWith(QLatin1Char('-')))
            name += QLatin1Char('-');
    }
    name.truncate(60);
    while (name.endsWith(QLatin1Char('-')))
        name.chop(1);
    return name.isEmpty() ? QStringLiteral("export") : name;
}

} // namespace representer
