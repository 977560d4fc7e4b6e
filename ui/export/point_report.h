#pragma once

#include "core/base/task_context.h"
#include "core/exporters/table.h"

#include <QImage>
#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace representer {

// Everything about one prediction on a few pages.
struct PointReport {
    QString title;       // the prediction as a sentence
    QStringList remarks; // completeness and notes, one paragraph each
    std::vector<Table> tables;
    std::vector<std::pair<QString, QImage>> charts;
    std::vector<std::pair<std::string, std::string>> manifest;
};

// By the ending: .html (one file, pictures inside) or .pdf. May run on a worker. Throws Error.
void writeReport(const PointReport& report, const QString& path, const TaskContext& context = {});
QByteArray reportHtml(const PointReport& report);

} // namespace representer
