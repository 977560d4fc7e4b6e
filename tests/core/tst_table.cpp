// Tables in every format: the user's text stays text, numbers stay numbers.
#include "core/exporters/table.h"

#include <nlohmann/json.hpp>

#include <QtTest>

using namespace representer;

class TestTable : public QObject {
    Q_OBJECT
private slots:
    void userTextCannotBecomeMarkupOrFormula_data();
    void userTextCannotBecomeMarkupOrFormula();
    void numbersKeepEveryDigitForScripts();
    void textIsAligned();
    void jsonSurvivesBrokenUtf8();
};

namespace {
Table tableOf(Table::Cell cell)
{
    return {"", {{"value", "Value"}}, {{std::move(cell)}}, {}};
}
} // namespace

void TestTable::userTextCannotBecomeMarkupOrFormula_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("csv formula") << "csv" << "=1+1" << "'=1+1\r\n";
    QTest::newRow("csv minus") << "csv" << "-cmd" << "'-cmd\r\n";
    QTest::newRow("csv at") << "csv" << "@SUM(A1)" << "'@SUM(A1)\r\n";
    QTest::newRow("csv quotes") << "csv" << "say \"hi\", now" << "\"say \"\"hi\"\", now\"\r\n";
    QTest::newRow("csv line break") << "csv" << "two\nlines" << "\"two\nlines\"\r\n";
    QTest::newRow("tsv tab") << "tsv" << "a\tb" << "\"a\tb\"\r\n";
    QTest::newRow("html") << "html" << "<b>&</b>" << "<td>&lt;b&gt;&amp;&lt;/b&gt;</td>";
    QTest::newRow("latex") << "latex" << "50% of $x_1$ & \\y|z" << "50\\% of \\$x\\_1\\$ \\& \\textbackslash{}y\\textbar{}z \\\\";
    QTest::newRow("markdown") << "markdown" << "a|b <i> `c`" << "| a\\|b \\<i\\> \\`c\\` |";
    QTest::newRow("text control") << "text" << "a\x1b[31mb\nc" << "a[31mb c\n";
}

void TestTable::userTextCannotBecomeMarkupOrFormula()
{
    QFETCH(QString, format);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto chosen = tableFormatFromName(format.toStdString());
    QVERIFY(chosen.has_value());
    const QString written = QString::fromStdString(tableText(tableOf(text.toStdString()), *chosen));
    QVERIFY2(written.contains(expected), qPrintable(written));
}

void TestTable::numbersKeepEveryDigitForScripts()
{
    const double value = 0.1 + 0.2;
    QCOMPARE(tableText(tableOf(value), TableFormat::Csv), std::string("value\r\n0.30000000000000004\r\n"));
    QCOMPARE(tableText(tableOf(-1.5), TableFormat::Csv), std::string("value\r\n-1.5\r\n"));
    QVERIFY(tableText(tableOf(value), TableFormat::Markdown).find("| 0.3 |") != std::string::npos);
    QCOMPARE(nlohmann::json::parse(tableText(tableOf(value), TableFormat::Json))[0]["value"].get<double>(), value);
}

void TestTable::textIsAligned()
{
    const Table table{"Two rows", {{"name", "Name"}, {"n", "Count"}},
                      {{std::string("café"), std::int64_t{7}}, {std::string("a"), std::int64_t{12345}}}, {}};
    QCOMPARE(tableText(table, TableFormat::Text), std::string("Two rows\nName  Count\ncafé      7\na     12345\n"));
}

void TestTable::jsonSurvivesBrokenUtf8()
{
    const auto parsed = nlohmann::json::parse(tableText(tableOf(std::string("a\xff")), TableFormat::Json));
    QCOMPARE(parsed[0]["value"].get<std::string>(), std::string("a\xef\xbf\xbd"));
}

QTEST_GUILESS_MAIN(TestTable)
#include "tst_table.moc"
