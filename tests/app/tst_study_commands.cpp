// Proof by retraining through the command line: studies, what-if, flip, triage; bad input and a full disk.
#include "support/program.h"
#include "support/small_files.h"

#include <QtTest>

#include <csignal>

#include <sys/resource.h>

class TestStudyCommands : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void badInputIsRefusedInASentence_data();
    void badInputIsRefusedInASentence();
    void tooFewCandidatesAreUnavailable();
    void onePointIsStudied();
    void oneAndTwoThreadsAgree_data();
    void oneAndTwoThreadsAgree();
    void everyKindOfStudyIsShownAndListed();
    void aFullDiskKeepsTheFinishedRows();
    void whatIfAnswers_data();
    void whatIfAnswers();
    void flipAnswers();
    void suspectsAreExported();

private:
    QJsonObject json(const QStringList& arguments) const;
    QString file(const QString& name) const { return m_folder.filePath(name); }
    QTemporaryDir m_folder;
};

QJsonObject TestStudyCommands::json(const QStringList& arguments) const
{
    const Run run = runProgram(arguments + QStringList{"--workspace", file("w.rpx"), "--format", "json"});
    if (run.exitCode != 0)
        qWarning("%s", run.err.constData());
    return QJsonDocument::fromJson(run.out).object();
}

void TestStudyCommands::initTestCase()
{
    writeFile(file("train.svm"), libsvmRows(0, 60));
    writeFile(file("test.svm"), libsvmRows(60, 20));
    QByteArray dated = ratingRows().replace("user,item,rating\n", "");
    QByteArray rows = "user,item,rating,time\n";
    int line = 0;
    for (const QByteArray& row : dated.split('\n'))
        if (!row.isEmpty())
            rows += row + "," + QByteArray::number(886'000'000LL + 86'400 * (line++)) + "\n";
    writeFile(file("ratings.csv"), rows);
    QVERIFY(json({"import", "rows", file("train.svm"), "--test", file("test.svm")}).contains("dataset"));
    QVERIFY(json({"train", "l1", "l1", "--on", "rows", "--C", "2"}).contains("model"));
    QVERIFY(json({"import", "stars", file("ratings.csv"), "--holdout-per-user", "1"}).contains("dataset"));
    QVERIFY(json({"train", "als", "mf", "--on", "stars", "--optimizer", "als", "--dim", "3", "--mu", "1"})
                .contains("model"));
    QVERIFY(json({"train", "sgd", "mf", "--on", "stars", "--optimizer", "sgd", "--dim", "3", "--epochs", "2",
                  "--checkpoints", "0"})
                .contains("model"));
    QVERIFY(json({"import", "likes", file("ratings.csv"), "--binarize", "4", "--test-fraction", "0.3"})
                .contains("dataset"));
}

void TestStudyCommands::badInputIsRefusedInASentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const QStringList l1{"study", "deletion", "l1", "--methods", "high-dim"};
    QTest::newRow("zero tests") << l1 + QStringList{"--tests", "0", "--k", "1"} << "zero test points";
    QTest::newRow("more tests than there are")
        << l1 + QStringList{"--tests", "21", "--k", "1"} << "only 20 samples of the test part qualify";
    QTest::newRow("k beyond the training part")
        << l1 + QStringList{"--k", "60"} << "k = 60 would remove all 60 training samples";
    QTest::newRow("k that is no number") << l1 + QStringList{"--k", "many"} << "neither a number of samples";
    QTest::newRow("method of other models")
        << QStringList{"study", "deletion", "l1", "--methods", "fia", "--k", "1"} << "fia";
    QTest::newRow("no checkpoints for tracin")
        << QStringList{"study", "deletion", "sgd", "--methods", "tracin", "--k", "1"} << "checkpoints";
    QTest::newRow("class that is not there")
        << l1 + QStringList{"--k", "1", "--class", "sports"} << "No test sample has the class";
    QTest::newRow("negatives of stars") << QStringList{"study", "negatives", "stars"} << "--binarize";
    QTest::newRow("negatives of documents") << QStringList{"study", "negatives", "l1"} << "implicit feedback";
    QTest::newRow("every label wrong")
        << QStringList{"study", "mislabel", "l1", "--methods", "loss", "--share", "1"}
        << "between 0 and 100 %";
    QTest::newRow("no such study") << QStringList{"study", "resume", "77"} << "77";
    QTest::newRow("nothing to change")
        << QStringList{"what-if", "l1", "--sample", "0"} << "Nothing is removed";
    QTest::newRow("days in disorder")
        << QStringList{"what-if",        "als",        "--user",    "u3", "--item", "i4",
                       "--remove-dates", "1999-01-01", "1998-01-01"}
        << "two days in order";
    QTest::newRow("relabel without a value")
        << QStringList{"what-if", "l1", "--sample", "0", "--relabel", "5"} << "INDEX=VALUE";
    QTest::newRow("rating outside the scale")
        << QStringList{"what-if", "als", "--user", "u3", "--item", "i4", "--relabel", "5=9"}
        << "outside the scale";
    QTest::newRow("pair without a rival")
        << QStringList{"flip", "als", "--user", "u3", "--item", "i4"} << "Name the item";
}

void TestStudyCommands::badInputIsRefusedInASentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const qsizetype studies = json({"list"})["studies"].toArray().size();
    const Run run = runProgram(arguments + QStringList{"--workspace", file("w.rpx")});
    QVERIFY2(run.exitCode == 1 || run.exitCode == 2, run.err.constData());
    QVERIFY2(run.err.contains(says.toUtf8()), run.err.constData());
    QCOMPARE(run.err.trimmed().count('\n'), 0); // one sentence
    QCOMPARE(json({"list"})["studies"].toArray().size(), studies);
}

void TestStudyCommands::tooFewCandidatesAreUnavailable()
{
    const QJsonObject study = json({"study", "deletion", "als", "--methods", "high-dim", "--k", "1,100"});
    int measured = 0;
    for (const QJsonValue& value : study["rows"].toArray()) {
        const QJsonObject row = value.toObject();
        QCOMPARE(row["n"].toInt() + row["unavailable"].toInt(), 1);
        if (row["k"].toString() == "100")
            QCOMPARE(row["unavailable"].toInt(), 1);
        measured += row["n"].toInt();
    }
    QCOMPARE(study["rows"].toArray().size(), 4);
    QVERIFY(measured > 0);
    QVERIFY(study["auc"].toArray().isEmpty()); // no area from an incomplete curve
}

void TestStudyCommands::onePointIsStudied()
{
    const QJsonObject study = json({"study", "deletion", "als", "--methods", "high-dim,random", "--user",
                                    "u3", "--item", "i4", "--k", "1"});
    QCOMPARE(study["state"].toString(), QString("finished"));
    QCOMPARE(study["rows"].toArray().size(), 4);
    QVERIFY(study["retrainings"].toInt() >= 2); // random always has samples to remove
    QCOMPARE(study["unit"].toString(), QString("stars"));
    for (const QJsonValue& row : study["rows"].toArray())
        QVERIFY(row.toObject()["ci95"].isNull());      // one point has no interval
    QVERIFY(study["comparisons"].toArray().isEmpty()); // nor a winner
    const QString id = QString::number(study["study"].toInt());
    const QJsonArray each = json({"study", "show", id, "--rows"})["each"].toArray();
    QCOMPARE(each.size(), 4);
    for (const QJsonValue& value : each) {
        const QJsonObject row = value.toObject();
        QVERIFY(row["point"].toString().contains("u3"));
        QVERIFY(row["change"].isNull() != row["note"].isNull());
    }
}

void TestStudyCommands::oneAndTwoThreadsAgree_data()
{
    QTest::addColumn<QString>("model");
    QTest::newRow("l1, warm starts") << "l1";
    QTest::newRow("als, warm starts") << "als";
    QTest::newRow("sgd, repeated") << "sgd";
}

void TestStudyCommands::oneAndTwoThreadsAgree()
{
    QFETCH(QString, model);
    const QStringList study{"study",   "deletion", model, "--methods", "high-dim,random",
                            "--tests", "6",        "--k", "1,2,4"};
    const QJsonObject one = json(study + QStringList{"--threads", "1"});
    const QJsonObject two = json(study + QStringList{"--threads", "2"});
    QVERIFY(one["retrainings"].toInt() > 20);
    QCOMPARE(two["rows"], one["rows"]); // to the last bit
    QCOMPARE(two["auc"], one["auc"]);
}

void TestStudyCommands::everyKindOfStudyIsShownAndListed()
{
    const QStringList small{"--dim", "3", "--percent", "2,5", "--seeds", "2"};
    const QJsonObject negatives = json(QStringList{"study", "negatives", "likes"} + small);
    QCOMPARE(negatives["kind"].toString(), QString("negatives"));
    QCOMPARE(negatives["model"].toString(), QString("likes-negatives"));
    QCOMPARE(negatives["retrainings"].toInt(), 16);
    QVERIFY(!negatives["suspects"].toArray().isEmpty());
    // The model that was trained for it can be studied by its own name.
    QCOMPARE(json({"study", "negatives", "likes-negatives", "--percent", "5", "--seeds", "1", "--methods",
                   "loss"})["rows"]
                 .toArray()
                 .size(),
             1);
    const QJsonObject mislabel =
        json({"study", "mislabel", "l1", "--methods", "high-dim,loss", "--seeds", "2"});
    QCOMPARE(mislabel["kind"].toString(), QString("mislabel"));
    QCOMPARE(mislabel["auc"].toArray().size(), 2);
    for (const QJsonObject& study : {negatives, mislabel}) {
        const QString id = QString::number(study["study"].toInt());
        const QJsonObject shown = json({"study", "show", id});
        QCOMPARE(shown["rows"], study["rows"]);
        QVERIFY(!json({"study", "show", id, "--rows"})["each"].toArray().isEmpty());
        QCOMPARE(json({"study", "resume", id})["rows"], study["rows"]); // nothing is left to do
        bool listed = false;
        for (const QJsonValue& value : json({"list"})["studies"].toArray())
            listed = listed || value.toObject()["study"] == study["study"];
        QVERIFY(listed);
    }
}

void TestStudyCommands::aFullDiskKeepsTheFinishedRows()
{
    const QStringList study{"study",   "deletion",    "l1",          "--methods", "high-dim,random",
                            "--tests", "10",          "--k",         "1,2,3",     "--seed",
                            "4",       "--workspace", file("w.rpx"), "--format",  "json"};
    const Run whole = runProgram(study);
    QCOMPARE(whole.exitCode, 0);
    // No file may grow past 300 kB: the log of the workspace is at its end after a few rows. The signal that
    // goes with it is ignored, so that the program sees the failed write that a full disk gives.
    QProcess process;
    process.setChildProcessModifier([] {
        const rlimit limit{300'000, 300'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        std::signal(SIGXFSZ, SIG_IGN);
    });
    process.start(QStringLiteral(REPRESENTER_PROGRAM), study);
    QVERIFY(process.waitForFinished(120000));
    QCOMPARE(process.exitCode(), 1);
    const QByteArray sentence = process.readAllStandardError();
    QVERIFY2(sentence.contains("the disk is full"), sentence.constData());
    const QJsonArray studies = json({"list"})["studies"].toArray();
    const QString id = QString::number(studies.first().toObject()["study"].toInt());
    QVERIFY2(sentence.contains("study resume " + id.toUtf8()), sentence.constData());
    const int kept = json({"study", "show", id})["retrainings"].toInt();
    QVERIFY2(kept > 0 && kept < 120, qPrintable(QString::number(kept)));
    const QJsonObject resumed = json({"study", "resume", id});
    QCOMPARE(resumed["state"].toString(), QString("finished"));
    QCOMPARE(resumed["rows"], QJsonDocument::fromJson(whole.out).object()["rows"]);
}

void TestStudyCommands::whatIfAnswers_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("removed");
    QTest::addColumn<int>("relabelled");
    const QStringList pair{"what-if", "als", "--user", "u3", "--item", "i4"};
    const QStringList row{"what-if", "l1", "--sample", "0"};
    QTest::newRow("method that predicts")
        << row + QStringList{"--remove", "3", "--method", "influence"} << 1 << 0;
    QTest::newRow("samples") << row + QStringList{"--remove", "3", "5"} << 2 << 0;
    QTest::newRow("class") << row + QStringList{"--remove-class", "1"} << 30 << 0;
    QTest::newRow("top") << row + QStringList{"--remove-top", "3"} << 3 << 0;
    QTest::newRow("bottom") << pair + QStringList{"--remove-bottom", "1"} << 1 << 0;
    QTest::newRow("flipped label") << row + QStringList{"--relabel", "4=0", "6=0"} << 0 << 2;
    QTest::newRow("user") << pair + QStringList{"--remove-user", "u5"} << -1 << 0;
    QTest::newRow("item") << pair + QStringList{"--remove-item", "i2"} << -1 << 0;
    QTest::newRow("dates") << pair + QStringList{"--remove-dates", "1998-01-01", "1998-02-28"} << -1 << 0;
    QTest::newRow("rating") << pair + QStringList{"--relabel", "5=1"} << 0 << 1;
}

void TestStudyCommands::whatIfAnswers()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, removed);
    QFETCH(int, relabelled);
    const QJsonObject answer = json(arguments);
    for (const char* field : {"before", "predicted", "after", "retrain_seconds", "test_part"})
        QVERIFY2(answer.contains(field), field);
    QCOMPARE(answer["relabelled"].toInt(), relabelled);
    if (removed >= 0)
        QCOMPARE(answer["removed"].toInt(), removed);
    else
        QVERIFY(answer["removed"].toInt() > 0);
    QVERIFY(answer["before"].toDouble() != answer["after"].toDouble());
    QCOMPARE(answer["predicted"].isNull(), relabelled > 0); // removals are foreseen, new labels are not
}

void TestStudyCommands::flipAnswers()
{
    const QJsonObject document = json({"flip", "l1", "--sample", "0", "--share", "1"});
    QVERIFY(document.contains("found"));
    if (document["found"].toBool())
        QVERIFY(document["before"].toDouble() * document["after"].toDouble() <= 0);
    QVERIFY(!document["sentence"].toString().isEmpty());
}

void TestStudyCommands::suspectsAreExported()
{
    for (const char* format : {"text", "json", "csv", "markdown", "latex", "html"}) {
        const Run run = runProgram({"triage", "likes-negatives", "--unobserved", "--top", "5", "--workspace",
                                    file("w.rpx"), "--format", format});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.out.contains("u1"), run.out.constData());
    }
    const Run run =
        runProgram({"triage", "l1", "--top", "5", "--workspace", file("w.rpx"), "--format", "csv"});
    QCOMPARE(run.out.count('\n'), 6);
}

QTEST_GUILESS_MAIN(TestStudyCommands)
#include "tst_study_commands.moc"
