// What the workbench does beside showing: the window's explanations leave behind what was costly to prepare.
#include "support/wide_models.h"
#include "ui/workbench/workbench.h"

#include <SQLiteCpp/Database.h>

#include <QTemporaryDir>
#include <QtTest>

using namespace representer;
using namespace representer::test;

class TestWorkbench : public QObject {
    Q_OBJECT
private slots:
    void keepsWhatWasCostlyToPrepare();
};

void TestWorkbench::keepsWhatWasCostlyToPrepare()
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("w.rpx").toStdString();
    const Workspace workspace(path);
    addWideRows(workspace, "rows", 1);
    addWideModel(workspace, "m", "rows", 2);
    const auto kept = [&] { return workspace.database().execAndGet("SELECT count(*) FROM prepared").getInt(); };
    const auto explained = [](Workbench& workbench, const char* method) {
        workbench.setMethod(method);
        workbench.useModel("m");
        workbench.setPoint(DatasetRow{Part::Test, 0});
        return QTest::qWaitFor([&] {
            return workbench.explanation() != nullptr && workbench.explanation()->question.method == method;
        });
    };
    {
        Workbench workbench(path);
        QVERIFY(explained(workbench, "high-dim"));
        QCOMPARE(kept(), 0);
        QVERIFY(explained(workbench, "influence"));
        QTRY_COMPARE(kept(), 1);
    }
    Workbench later(path); // another session
    QVERIFY(explained(later, "influence"));
    QVERIFY(!later.openModel()->hasUnkept());
    QCOMPARE(kept(), 1);
}

QTEST_MAIN(TestWorkbench)
#include "tst_workbench.moc"
