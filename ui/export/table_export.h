#pragma once

#include "core/exporters/table.h"
#include "ui/workbench/explained_point.h"

#include <QString>

class QAbstractItemModel;

namespace representer {

// Where numbers come from: fingerprints, settings, seed, method, residual, version.
using Manifest = std::vector<std::pair<std::string, std::string>>;
Manifest manifestOf(const DatasetInfo& dataset);
Manifest manifestOf(const DatasetInfo& dataset, const ModelInfo& model);
Manifest manifestOf(const OpenModel& model);
Manifest manifestOf(const ExplainedPoint& point);
QByteArray manifestJson(const Manifest& manifest, const std::string& caption);

// What a view shows, rows in its order; numbers in full. hidden columns of the view are the caller's
// business.
Table tableFromModel(const QAbstractItemModel& model, const QString& caption);

// Only these columns, in this order.
Table withColumns(const Table& table, const std::vector<int>& columns);

// By the ending: csv, tsv, md, tex, html, json, txt. Formats without room for a manifest get it in a file
// beside them (name.manifest.json). Replaces the file only when all of it could be written; throws Error with
// the reason.
void writeTableFile(const QString& path, const Table& table);
// The same care for any content.
void writeFile(const QString& path, const QByteArray& content);

// "Star Trek VI (1991) for user 4169" as a file name: "star-trek-vi-1991-for-user-4169".
QString fileNameFor(const QString& words);

} // namespace representer
