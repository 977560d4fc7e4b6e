#pragma once

#include "ui/export/table_export.h"

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace representer {

class PlotView;

QStringList tableEndings(); // of the formats tables are written in

// Asks where to write a chart and writes it with its manifest; the sentence of a failure goes to `fail`.
void askToExportChart(PlotView& view, const QString& name, const Manifest& manifest, QWidget* parent,
                      std::function<void(const QString&)> written, std::function<void(const QString&)> fail);
// The same for any table.
void askToExportTable(const Table& table, const QString& name, QWidget* parent,
                      std::function<void(const QString&)> written, std::function<void(const QString&)> fail);

} // namespace representer
