#include "ui/export/point_report.h"

#include "core/base/error.h"
#include "core/exporters/escape.h"
#include "ui/export/table_export.h"
#include "ui/number_format.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPageSize>
#include <QPdfWriter>
#include <QScreen>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>
#include <QUrl>

#include <algorithm>
#include <numeric>

namespace representer {

namespace {

struct ReportWords {
    Q_DECLARE_TR_FUNCTIONS(PointReport)
};

QString cellText(const Table::Cell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        return toQString(*text);
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return QString::number(*whole);
    if (const auto* number = std::get_if<double>(&cell))
        return numberText(*number);
    return {};
}

// Each column as wide as its texts are long on average, within reason; numbers are never broken.
QList<QTextLength> columnWidths(const std::vector<QStringList>& rows)
{
    std::vector<double> weights;
    for (qsizetype c = 0; c < rows[0].size(); ++c) {
        double sum = 0, longest = 0;
        for (const QStringList& row : rows) {
            sum += static_cast<double>(row[c].size());
            longest = std::max(longest, static_cast<double>(row[c].size()));
        }
        const double heading = 1.25 * static_cast<double>(rows[0][c].size()) + 2; // bold
        const double least = std::max(std::min(heading, 16.0), std::min(longest + 3, 9.0));
        weights.push_back(std::clamp(sum / static_cast<double>(rows.size()) + 2, least, 40.0));
    }
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    QList<QTextLength> widths;
    for (const double weight : weights)
        widths << QTextLength(QTextLength::PercentageLength, 100 * weight / all);
    return widths;
}

// Built with a cursor: insertText() takes every character literally.
class DocumentWriter {
public:
    explicit DocumentWriter(QTextDocument& document) : m_document(document), m_cursor(&document)
    {
        m_plain.setFontPointSize(9);
        m_strong = m_plain;
        m_strong.setFontWeight(QFont::DemiBold);
        // One edit: otherwise all of it is laid out again after every cell.
        m_cursor.beginEditBlock();
    }
    ~DocumentWriter() { m_cursor.endEditBlock(); }
    DocumentWriter(const DocumentWriter&) = delete;
    DocumentWriter& operator=(const DocumentWriter&) = delete;
    void heading(const QString& text, double points)
    {
        QTextCharFormat format = m_strong;
        format.setFontPointSize(points);
        paragraph(text, format);
    }
    void paragraph(const QString& text) { paragraph(text, m_plain); }
    void table(const std::vector<QStringList>& rows, bool header)
    {
        if (rows.empty())
            return;
        QTextTableFormat format;
        format.setBorder(0);
        format.setCellPadding(2);
        format.setCellSpacing(0);
        format.setHeaderRowCount(header ? 1 : 0);
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        format.setColumnWidthConstraints(columnWidths(rows));
        newBlock();
        QTextTable* table =
            m_cursor.insertTable(static_cast<int>(rows.size()), static_cast<int>(rows[0].size()), format);
        for (int r = 0; r < table->rows(); ++r) {
            for (int c = 0; c < table->columns(); ++c)
                table->cellAt(r, c).firstCursorPosition().insertText(rows[static_cast<std::size_t>(r)][c],
                                                                     header && r == 0 ? m_strong : m_plain);
        }
        m_cursor.movePosition(QTextCursor::End);
    }
    void picture(const QImage& image, double width)
    {
        newBlock();
        const QUrl name(QStringLiteral("chart-%1").arg(m_pictures++));
        m_document.addResource(QTextDocument::ImageResource, name, image);
        QTextImageFormat format;
        format.setName(name.toString());
        format.setWidth(width);
        format.setHeight(width * image.height() / image.width());
        m_cursor.insertImage(format);
    }

private:
    void newBlock()
    {
        m_cursor.movePosition(QTextCursor::End);
        if (!m_document.isEmpty())
            m_cursor.insertBlock();
    }
    void paragraph(const QString& text, const QTextCharFormat& format)
    {
        newBlock();
        QTextBlockFormat block;
        block.setTopMargin(6);
        m_cursor.setBlockFormat(block);
        m_cursor.insertText(text, format);
    }
    QTextDocument& m_document;
    QTextCursor m_cursor;
    QTextCharFormat m_plain;
    QTextCharFormat m_strong;
    int m_pictures = 0;
};

// The whole report in the document's order: sentence, charts, tables, manifest.
void writeDocument(const PointReport& report, QTextDocument& document, double pictureWidth,
                   const TaskContext& context)
{
    DocumentWriter text(document);
    text.heading(report.title, 14);
    for (const QString& remark : report.remarks)
        text.paragraph(remark);
    for (const auto& [name, image] : report.charts) {
        context.throwIfStopped();
        text.picture(image, pictureWidth);
    }
    for (const Table& table : report.tables) {
        context.throwIfStopped();
        text.heading(toQString(table.caption), 11);
        std::vector<QStringList> rows(1);
        for (const Table::Column& column : table.columns)
            rows[0] << toQString(column.title);
        for (const auto& row : table.rows) {
            QStringList& cells = rows.emplace_back();
            for (const Table::Cell& cell : row)
                cells << cellText(cell);
        }
        text.table(rows, true);
    }
    text.heading(ReportWords::tr("Where the numbers come from"), 11);
    std::vector<QStringList> manifest;
    for (const auto& [key, value] : report.manifest)
        manifest.push_back({toQString(key), toQString(value)});
    text.table(manifest, false);
}

QByteArray reportPdf(const PointReport& report, const TaskContext& context)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(16, 16, 16, 16), QPageLayout::Millimeter);
    writer.setTitle(report.title);
    writer.setResolution(150);

    QTextDocument document;
    document.setPageSize(QSizeF(writer.width(), writer.height()));
    document.documentLayout()->setPaintDevice(&writer);
    // A text document takes the sizes of pictures in dots of the screen, all others in dots of the page.
    const double screenDots = QGuiApplication::primaryScreen()->logicalDotsPerInchY() / writer.logicalDpiY();
    writeDocument(report, document, 0.85 * writer.width() * screenDots, context);
    document.print(&writer);
    return bytes;
}

} // namespace

QByteArray reportHtml(const PointReport& report)
{
    const auto escaped = [](const QString& text) {
        return QByteArray::fromStdString(escapeHtml(text.toStdString()));
    };
    QByteArray html = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>" + escaped(report.title) +
                      "</title>\n<style>body{font:15px/1.45 system-ui,sans-serif;max-width:960px;margin:2em "
                      "auto;padding:0 1em;"
                      "color:#1d2126;background:#fff}table{border-collapse:collapse;margin:1em "
                      "0;width:100%}th,td{text-align:left;"
                      "padding:3px 8px;border-bottom:1px solid "
                      "#dde1e6}caption{text-align:left;font-weight:600;padding:4px 0}"
                      "img{max-width:100%}</style></head><body>\n<h1>" +
                      escaped(report.title) + "</h1>\n";
    for (const QString& remark : report.remarks)
        html += "<p>" + escaped(remark) + "</p>\n";
    for (const auto& [name, image] : report.charts) {
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "PNG");
        html += "<p><img alt=\"" + escaped(name) + "\" src=\"data:image/png;base64," + png.toBase64() +
                "\"></p>\n";
    }
    const auto row = [&](const QStringList& cells, const char* tag) {
        html += "<tr>";
        for (const QString& cell : cells)
            html += QByteArray("<") + tag + ">" + escaped(cell) + "</" + tag + ">";
        html += "</tr>\n";
    };
    for (const Table& table : report.tables) {
        html += "<table><caption>" + QByteArray::fromStdString(escapeHtml(table.caption)) + "</caption>\n";
        QStringList cells;
        for (const Table::Column& column : table.columns)
            cells << toQString(column.title);
        row(cells, "th");
        for (const auto& values : table.rows) {
            cells.clear();
            for (const Table::Cell& cell : values)
                cells << cellText(cell);
            row(cells, "td");
        }
        html += "</table>\n";
    }
    html += "<table><caption>" + escaped(ReportWords::tr("Where the numbers come from")) + "</caption>\n";
    for (const auto& [key, value] : report.manifest)
        row({toQString(key), toQString(value)}, "td");
    return html + "</table>\n</body></html>\n";
}

void writeReport(const PointReport& report, const QString& path, const TaskContext& context)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("pdf"))
        writeFile(path, reportPdf(report, context));
    else if (suffix == QLatin1String("html") || suffix == QLatin1String("htm"))
        writeFile(path, reportHtml(report));
    else
        throw Error(Error::Kind::BadOption,
                    "A report is written as html or pdf; end the file name in one of these.");
}

} // namespace representer
