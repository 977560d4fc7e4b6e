#include "ui/export/ask_export.h"

#include "ui/dialogs/export_dialog.h"
#include "ui/user_message.h"

namespace representer {

QStringList tableEndings()
{
    return {QStringLiteral("csv"), QStringLiteral("tsv"),  QStringLiteral("md"),
            QStringLiteral("tex"), QStringLiteral("html"), QStringLiteral("json")};
}

void askToExportChart(PlotView& view, const QString& name, const Manifest& manifest, QWidget* parent,
                      std::function<void(const QString&)> written, std::function<void(const QString&)> fail)
{
    auto* dialog = new ExportDialog(ExportDialog::tr("Export the chart"), name,
                                    {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")}, {},
                                    true, parent);
    QObject::connect(dialog, &ExportDialog::chosen, &view, [dialog, &view, manifest, written, fail] {
        try {
            PlotExport how = dialog->chartOptions();
            how.manifest = manifestJson(manifest, view.accessibleName().toStdString());
            view.exportTo(dialog->path(), how);
            written(dialog->path());
        } catch (...) {
            fail(userMessage(std::current_exception()));
        }
    });
    dialog->open();
}

void askToExportTable(const Table& table, const QString& name, QWidget* parent,
                      std::function<void(const QString&)> written, std::function<void(const QString&)> fail)
{
    auto* dialog =
        new ExportDialog(ExportDialog::tr("Export the table"), name, tableEndings(), {}, false, parent);
    QObject::connect(dialog, &ExportDialog::chosen, parent, [dialog, table, written, fail] {
        try {
            writeTableFile(dialog->path(), table);
            written(dialog->path());
        } catch (...) {
            fail(userMessage(std::current_exception()));
        }
    });
    dialog->open();
}

} // namespace representer
