// The contract that scripts rely on: names, fields and exit codes.
#include "support/program.h"
#include "support/small_files.h"

#include <QtTest>

#include <cmath>

class TestCommandLine : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void wrongUsageExitsWithTwo_data();
    void wrongUsageExitsWithTwo();
    void failedWorkExitsWithOneSentence_data();
    void failedWorkExitsWithOneSentence();
    void importReportsItsCounts();
    void listAndShowSpeakJson();
    void explanationSumsToThePrediction();
    void everyMethodKeepsGlobalTimesLocal();
    void ratingsAreExplainedInStars();
    void everyFormatIsWritten_data();
    void everyFormatIsWritten();
    void exportedModelPredictsTheSame();
    void exportedFactorsCanBeAdopted();
    void badFactorsAreNotStored_data();
    void badFactorsAreNotStored();
    void datasetWithoutTestPartSaysSo();
    void removedThingsAreGone();
    void manualAndCompletionCoverEveryCommand();

private:
    QJsonObject json(const QStringList& arguments);
    QString file(const QString& name) const { return m_folder.filePath(name); }
    QTemporaryDir m_folder;
};

QJsonObject TestCommandLine::json(const QStringList& arguments)
{
    const Run run = runProgram(arguments + QStringList{"--workspace", file("w.rpx"), "--format", "json"});
    if (run.exitCode != 0)
        qWarning("%s", run.err.constData());
    return QJsonDocument::fromJson(run.out).object();
}

void TestCommandLine::initTestCase()
{
    QVERIFY(m_folder.isValid());
    writeFile(file("train.svm"), libsvmRows(0, 60));
    writeFile(file("test.svm"), libsvmRows(60, 20));
    writeFile(file("ratings.csv"), ratingRows());
    QVERIFY(json({"import", "rows", file("train.svm"), "--test", file("test.svm")}).contains("dataset"));
    QVERIFY(json({"train", "l1", "l1", "--on", "rows", "--C", "2"}).contains("model"));
    QVERIFY(json({"import", "stars", file("ratings.csv"), "--holdout-per-user", "1"}).contains("dataset"));
    QVERIFY(json({"train", "als", "mf", "--on", "stars", "--optimizer", "als", "--dim", "3", "--mu", "1"}).contains("model"));
}

void TestCommandLine::wrongUsageExitsWithTwo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("mentions");
    QTest::newRow("unknown command") << QStringList{"frobnicate"} << "frobnicate";
    QTest::newRow("unknown option") << QStringList{"list", "--frob"} << "--frob";
    QTest::newRow("missing name") << QStringList{"import"} << "NAME";
    QTest::newRow("unknown format") << QStringList{"list", "--format", "xls"} << "xls";
    QTest::newRow("negative C") << QStringList{"train", "x", "l1", "--on", "rows", "--C", "-1", "--workspace", "@"} << "Cost C";
    QTest::newRow("C and lambda") << QStringList{"train", "x", "l1", "--on", "rows", "--C", "1", "--lambda", "1", "--workspace", "@"} << "lambda";
    QTest::newRow("no point") << QStringList{"explain", "l1", "--workspace", "@"} << "--sample";
    QTest::newRow("point out of range") << QStringList{"explain", "l1", "--sample", "99", "--workspace", "@"} << "0 to 19";
    QTest::newRow("unknown method") << QStringList{"explain", "l1", "--sample", "0", "--method", "magic", "--workspace", "@"} << "high-dim";
    QTest::newRow("user of documents") << QStringList{"explain", "l1", "--user", "1", "--item", "2", "--workspace", "@"} << "ratings";
    QTest::newRow("text of numbers") << QStringList{"explain", "l1", "--text", "hello", "--workspace", "@"} << "--row";
    QTest::newRow("same name") << QStringList{"import", "rows", "x", "--workspace", "@"} << "--replace";
}

void TestCommandLine::wrongUsageExitsWithTwo()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, mentions);
    arguments.replaceInStrings("@", file("w.rpx"));
    const Run run = runProgram(arguments);
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(QString::fromUtf8(run.err).contains(mentions), run.err.constData());
    QVERIFY(run.out.isEmpty());
}

void TestCommandLine::failedWorkExitsWithOneSentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("mentions");
    QTest::newRow("missing file") << QStringList{"import", "x", "nowhere.svm", "--workspace", "@"} << "nowhere.svm";
    QTest::newRow("missing model") << QStringList{"explain", "nothing", "--sample", "0", "--workspace", "@"} << "nothing";
    QTest::newRow("missing dataset") << QStringList{"train", "x", "l1", "--on", "nothing", "--workspace", "@"} << "nothing";
    QTest::newRow("unknown user") << QStringList{"explain", "als", "--user", "zz", "--item", "i1", "--workspace", "@"} << "zz";
    QTest::newRow("missing workspace") << QStringList{"list", "--workspace", "nowhere/none.rpx"} << "none.rpx";
    QTest::newRow("unwritable output") << QStringList{"list", "--workspace", "@", "--output", "/nowhere/x.txt"} << "/nowhere/x.txt";
}

void TestCommandLine::failedWorkExitsWithOneSentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, mentions);
    arguments.replaceInStrings("@", file("w.rpx"));
    const Run run = runProgram(arguments);
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.err.startsWith("representer: "), run.err.constData());
    QVERIFY2(QString::fromUtf8(run.err).contains(mentions), run.err.constData());
    QVERIFY(run.out.isEmpty());
}

void TestCommandLine::importReportsItsCounts()
{
    const QJsonObject reply = json({"import", "again", file("train.svm"), "--test", file("test.svm")});
    for (const char* key : {"dataset", "kind", "train", "test", "users", "items", "features", "nonzeros", "warnings", "seconds"})
        QVERIFY2(reply.contains(QLatin1String(key)), key);
    QCOMPARE(reply["kind"].toString(), QString("documents"));
    QCOMPARE(reply["train"].toInt(), 60);
    QCOMPARE(reply["test"].toInt(), 20);
    QCOMPARE(reply["nonzeros"].toInt(), 240); // of both parts
}

void TestCommandLine::listAndShowSpeakJson()
{
    const QJsonObject list = json({"list"});
    QVERIFY(list["datasets"].toArray().size() >= 2);
    QVERIFY(list["models"].toArray().size() >= 2);
    const QJsonObject model = json({"show", "l1"});
    for (const char* key : {"model", "kind", "objective", "optimality", "stop", "iterations", "seconds", "checkpoints", "metrics"})
        QVERIFY2(model.contains(QLatin1String(key)), key);
    QCOMPARE(model["stop"].toString(), QString("converged"));
    QVERIFY(model["metrics"]["test"]["accuracy"].toDouble() > 0.5);
    const QJsonArray weights = model["metrics"]["model"]["largest_weights"].toArray();
    QVERIFY(!weights.isEmpty());
    const QString word = weights[0]["word"].toString();
    QVERIFY(weights[0]["weight"].toDouble() > 0);
    const Run text = runProgram({"show", "l1", "--workspace", file("w.rpx")});
    QVERIFY2(text.out.contains("weight of " + word.toUtf8() + ' '), text.out.constData());
    QCOMPARE(json({"check"})["problems"].toArray().size(), 0);
}

void TestCommandLine::explanationSumsToThePrediction()
{
    const QJsonObject e = json({"explain", "l1", "--sample", "3", "--all"});
    for (const char* key : {"model", "method", "point", "prediction", "actual", "offset", "unit", "exact", "sums", "residual", "samples", "seconds"})
        QVERIFY2(e.contains(QLatin1String(key)), key);
    QCOMPARE(e["exact"].toBool(), true);
    double sum = e["offset"].toDouble();
    for (const QJsonValue& sample : e["samples"].toArray())
        sum += sample["importance"].toDouble();
    QVERIFY(std::abs(sum - e["prediction"].toDouble()) < 1e-6);
    QVERIFY(std::abs(e["prediction"].toDouble()) > 0.01);
}

void TestCommandLine::everyMethodKeepsGlobalTimesLocal()
{
    for (const char* method : {"high-dim", "l2", "influence", "random"}) {
        const QJsonObject e = json({"explain", "l1", "--sample", "3", "--all", "--method", method});
        QVERIFY2(!e["samples"].toArray().isEmpty(), method);
        for (const QJsonValue& sample : e["samples"].toArray())
            QVERIFY2(std::abs(sample["global"].toDouble() * sample["local"].toDouble() - sample["importance"].toDouble()) < 1e-9, method);
        QCOMPARE(e["unit"].toString() == "ranking", !e["exact"].toBool());
    }
}

void TestCommandLine::ratingsAreExplainedInStars()
{
    const QJsonObject e = json({"explain", "als", "--user", "u3", "--item", "i4", "--all"});
    QCOMPARE(e["unit"].toString(), QString("stars"));
    QCOMPARE(e["exact"].toBool(), true);
    const double f = e["prediction"].toDouble() - e["offset"].toDouble();
    for (const QString& side : {QString("user"), QString("item")}) {
        double sum = 0;
        int rows = 0;
        for (const QJsonValue& sample : e["samples"].toArray())
            if (sample["side"].toString() == side) {
                sum += sample["importance"].toDouble();
                QVERIFY(sample["label"].toDouble() >= 1 && sample["label"].toDouble() <= 5);
                ++rows;
            }
        QVERIFY(rows > 0);
        QVERIFY2(std::abs(sum - f) < 1e-3 * std::max(0.1, std::abs(f)), qPrintable(side));
    }
}

void TestCommandLine::everyFormatIsWritten_data()
{
    QTest::addColumn<QString>("contains");
    QTest::newRow("text") << "Importance";
    QTest::newRow("csv") << "rank,importance,title";
    QTest::newRow("tsv") << "rank\timportance\ttitle";
    QTest::newRow("markdown") << "| Rank | Importance |";
    QTest::newRow("latex") << "\\toprule";
    QTest::newRow("html") << "<th>Importance</th>";
    QTest::newRow("json") << "\"importance\":";
}

void TestCommandLine::everyFormatIsWritten()
{
    QFETCH(QString, contains);
    const QString target = file(QStringLiteral("out.") + QTest::currentDataTag());
    const Run run = runProgram({"explain", "als", "--user", "u3", "--item", "i4", "--workspace", file("w.rpx"), "--format",
                                QTest::currentDataTag(), "--output", target});
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.out.isEmpty());
    QFile written(target);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QVERIFY(QString::fromUtf8(written.readAll()).contains(contains));
}

void TestCommandLine::exportedModelPredictsTheSame()
{
    QVERIFY(json({"export-model", "l1", file("exported")}).contains("files"));
    QFile npy(file("exported/theta.npy"));
    QVERIFY(npy.open(QIODevice::ReadOnly));
    const QByteArray bytes = npy.readAll();
    const auto headerSize = 10 + static_cast<unsigned char>(bytes[8]) + 256 * static_cast<unsigned char>(bytes[9]);
    QCOMPARE(headerSize % 64, 0);
    const auto* theta = reinterpret_cast<const double*>(bytes.constData() + headerSize);
    // The row "2:1 102:2" scores theta_2 + 2 theta_102 (ids from 1).
    const double expected = theta[1] + 2 * theta[101];
    const QJsonObject reply = json({"predict", "l1", "--row", "2:1 102:2"});
    QCOMPARE(reply["predictions"][0]["prediction"].toDouble(), expected);
    QVERIFY(QFile::exists(file("exported/features.txt")));
    QVERIFY(QFile::exists(file("exported/model.json")));
}

void TestCommandLine::exportedFactorsCanBeAdopted()
{
    QVERIFY(json({"export-model", "als", file("factors")}).contains("files"));
    const QJsonObject adopted = json({"adopt", "back", "mf", "--on", "stars", file("factors")});
    QCOMPARE(adopted["kind"].toString(), QString("mf"));
    QVERIFY(!adopted["warnings"].toArray().isEmpty());
    QCOMPARE(adopted["metrics"], json({"show", "als"})["metrics"]);
    const QStringList point{"--user", "u3", "--item", "i4", "--all"};
    const QJsonObject before = json(QStringList{"explain", "als"} + point);
    const QJsonObject after = json(QStringList{"explain", "back"} + point);
    QCOMPARE(after["exact"].toBool(), true);
    QVERIFY(std::abs(after["prediction"].toDouble() - before["prediction"].toDouble()) < 1e-9);
    QVERIFY(before["samples"].toArray().size() > 10);
    QCOMPARE(after["samples"].toArray().size(), before["samples"].toArray().size());
    for (qsizetype k = 0; k < before["samples"].toArray().size(); ++k) {
        const QJsonObject a = before["samples"].toArray()[k].toObject(), b = after["samples"].toArray()[k].toObject();
        QCOMPARE(b["index"].toInt(), a["index"].toInt());
        QVERIFY(std::abs(b["importance"].toDouble() - a["importance"].toDouble()) < 1e-9);
    }
    // Adopted with its penalty, it can be trained again.
    QVERIFY(json({"what-if", "back", "--user", "u3", "--item", "i4", "--remove", "5"}).contains("after"));
}

void TestCommandLine::badFactorsAreNotStored_data()
{
    QTest::addColumn<QByteArray>("users");
    QTest::addColumn<QByteArray>("items");
    QTest::addColumn<QString>("mentions");
    const auto table = [](char letter, int rows, const QByteArray& values) {
        QByteArray text;
        for (int r = 0; r < rows; ++r)
            text += letter + QByteArray::number(r) + "," + values + "\n";
        return text;
    };
    const QByteArray users = table('u', 20, "0.5,0.25"), items = table('i', 15, "0.5,0.25");
    QTest::newRow("width") << users << table('i', 15, "1.5,2,3") << "same width";
    QTest::newRow("NaN") << table('u', 20, "nan,1.5") << items << "not a finite number";
    QTest::newRow("ids") << table('x', 20, "0.5,0.25") << items << "None of the user ids";
    QTest::newRow("fewer rows") << table('u', 19, "0.5,0.25") << items << "have no row";
    QTest::newRow("useless") << users << items << "no better than their mean";
}

void TestCommandLine::badFactorsAreNotStored()
{
    QFETCH(QByteArray, users);
    QFETCH(QByteArray, items);
    QFETCH(QString, mentions);
    writeFile(file("bad_users.csv"), users);
    writeFile(file("bad_items.csv"), items);
    const Run run = runProgram({"adopt", "bad", "mf", "--on", "stars", file("bad_users.csv"), file("bad_items.csv"),
                                "--workspace", file("w.rpx")});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(QString::fromUtf8(run.err).contains(mentions), run.err.constData());
    QVERIFY(run.out.isEmpty());
    QCOMPARE(runProgram({"show", "bad", "--workspace", file("w.rpx")}).exitCode, 1);
}

void TestCommandLine::datasetWithoutTestPartSaysSo()
{
    QVERIFY(json({"import", "untested", file("ratings.csv"), "--test-fraction", "0"}).contains("dataset"));
    const QJsonObject model = json({"train", "plain", "mf", "--on", "untested", "--dim", "3", "--mu", "1"});
    QVERIFY(!model["metrics"].toObject().contains("test"));
    const Run explained = runProgram({"explain", "plain", "--sample", "0", "--workspace", file("w.rpx")});
    QCOMPARE(explained.exitCode, 2);
    QVERIFY2(explained.err.contains("has no test part"), explained.err.constData());
    const Run studied = runProgram({"study", "deletion", "plain", "--methods", "high-dim", "--tests", "2", "--k", "1",
                                    "--workspace", file("w.rpx")});
    QVERIFY(studied.exitCode != 0);
    QVERIFY2(studied.err.contains("test part"), studied.err.constData());
    QCOMPARE(json({"list"})["studies"].toArray().size(), 0);
}

void TestCommandLine::removedThingsAreGone()
{
    QVERIFY(json({"train", "gone", "l1", "--on", "rows"}).contains("model"));
    QCOMPARE(json({"remove", "gone"})["removed"].toString(), QString("gone"));
    QCOMPARE(runProgram({"show", "gone", "--workspace", file("w.rpx")}).exitCode, 1);
}

void TestCommandLine::manualAndCompletionCoverEveryCommand()
{
    const QByteArray manual = runProgram({"manual"}).out;
    const QByteArray completion = runProgram({"completion"}).out;
    for (const char* command : {"import", "train", "adopt", "predict", "explain", "study", "what-if", "flip", "triage", "export-model",
                                "list", "show", "remove", "check"}) {
        QVERIFY2(manual.contains(QByteArray(".SS ") + QByteArray(command).replace("-", "\\-")), command);
        QVERIFY2(completion.contains(command), command);
        const Run help = runProgram({command, "--help"});
        QCOMPARE(help.exitCode, 0);
        QVERIFY2(help.out.contains("Example"), command);
    }
    QVERIFY(runProgram({"--version"}).out.startsWith("representer "));
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
