// kill -9 at random moments of an import through the program itself: afterwards the workspace opens, its
// check is clean, what was there is there, and the import can be repeated.
#include "core/base/random.h"

#include <QtTest>

#include <algorithm>

using namespace representer;

class TestKilledImport : public QObject {
    Q_OBJECT
private slots:
    void theWorkspaceIsAsBefore();
};

namespace {

// 6,000 rows, so that an import lasts long enough to be hit in every stage.
void writeRows(const QString& path)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    Random random(1);
    QByteArray text;
    for (int row = 0; row < 6000; ++row) {
        text += row % 2 == 0 ? "+1" : "-1";
        for (int column = 1; column < 3000; column += 1 + static_cast<int>(random.below(60)))
            text += ' ' + QByteArray::number(column) + ':' + QByteArray::number(random.uniform(), 'g', 8);
        text += '\n';
    }
    file.write(text);
}

struct Outcome {
    int code = -1;
    QByteArray output;
    QByteArray error;
};

Outcome run(const QStringList& arguments)
{
    QProcess program;
    program.start(REPRESENTER_PROGRAM, arguments);
    program.waitForFinished(60000);
    return {program.exitStatus() == QProcess::NormalExit ? program.exitCode() : -1,
            program.readAllStandardOutput(), program.readAllStandardError()};
}

} // namespace

void TestKilledImport::theWorkspaceIsAsBefore()
{
    const QTemporaryDir folder;
    const QString rows = folder.filePath("rows.svm");
    writeRows(rows);
    const QStringList workspace{"--workspace", folder.filePath("w.rpx")};
    QElapsedTimer timer;
    timer.start();
    const Outcome first = run(QStringList{"import", "before", rows} + workspace);
    QVERIFY2(first.code == 0, first.error.constData());
    auto whole = static_cast<std::uint64_t>(timer.nsecsElapsed() / 1000); // microseconds of an import

    Random random(20);
    int killed = 0;
    for (int round = 0; round < 20; ++round) {
        const QString name = QString("round-%1").arg(round);
        QProcess program;
        program.start(REPRESENTER_PROGRAM, QStringList{"import", name, rows} + workspace);
        QVERIFY(program.waitForStarted());
        const std::uint64_t wait = random.below(whole);
        QTest::qSleep(static_cast<int>(wait / 1000));
        program.kill();
        QVERIFY(program.waitForFinished());
        if (program.exitStatus() == QProcess::CrashExit)
            ++killed;
        else // the first import was slow, this one was over by then
            whole = std::max<std::uint64_t>(wait, 2000);

        const Outcome check = run(QStringList{"check"} + workspace);
        QVERIFY2(check.code == 0, (check.output + check.error).constData());
        const Outcome list = run(QStringList{"list"} + workspace);
        QVERIFY2(list.code == 0 && list.output.contains("before"), list.error.constData());
        // All or nothing: either the dataset is there, or its name is free.
        const bool complete = list.output.contains(name.toUtf8());
        const Outcome again = run(QStringList{complete ? "remove" : "import", name} +
                                  (complete ? QStringList() : QStringList{rows}) + workspace);
        QVERIFY2(again.code == 0, again.error.constData());
        if (!complete)
            QCOMPARE(run(QStringList{"remove", name} + workspace).code, 0);
    }
    QVERIFY2(killed >= 5, qPrintable(QString("only %1 of 20 were killed in time").arg(killed)));
}

QTEST_GUILESS_MAIN(TestKilledImport)
#include "tst_killed_import.moc"
