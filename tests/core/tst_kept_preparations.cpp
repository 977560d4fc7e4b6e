// What is costly to prepare is kept in the workspace: the same bits again, never another model's, never a failure.
#include "core/operations/kept_preparations.h"
#include "core/operations/open_model.h"
#include "core/store/write_transaction.h"
#include "support/wide_models.h"

#include <SQLiteCpp/Database.h>

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <limits>

using namespace representer;
using namespace representer::test;

namespace {

Explanation explanationOf(const OpenModel& model)
{
    return model.explain(DatasetRow{Part::Test, 0}, "influence", {});
}

bool sameBits(const Explanation& a, const Explanation& b)
{
    return std::ranges::equal(a.contributions, b.contributions, [](const Contribution& x, const Contribution& y) {
        return x.index.value == y.index.value && x.global == y.global && x.local == y.local &&
               x.importance == y.importance;
    });
}

} // namespace

class TestKeptPreparations : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void keptFactorsGiveTheSameBits();
    void damagedArraysArePreparedAgain();
    void numbersThatAreNoFactorArePreparedAgain_data();
    void numbersThatAreNoFactorArePreparedAgain();
    void otherModelsAndDataDoNotShare();
    void readOnlyWorkspacesExplainAsWell();
    void lockedWorkspacesAreNotWaitedFor();
    void fullDisksAreNoFailure();
    void preparationsGoWithTheModel();
    void smallSupportsAreNotKept();

private:
    int kept() const { return m_workspace->database().execAndGet("SELECT count(*) FROM prepared").getInt(); }
    // Explains with a model opened anew and keeps what was prepared; whether anything had to be prepared.
    bool prepares(const std::string& name = "m");

    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path m_path;
    std::unique_ptr<Workspace> m_workspace;
};

void TestKeptPreparations::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath("w.rpx").toStdString();
    m_workspace = std::make_unique<Workspace>(m_path);
    addWideRows(*m_workspace, "rows", 1);
    addWideModel(*m_workspace, "m", "rows", 2);
}

void TestKeptPreparations::cleanup()
{
    m_workspace.reset();
    m_folder.reset();
}

bool TestKeptPreparations::prepares(const std::string& name)
{
    const auto open = OpenModel::open(*m_workspace, name);
    open->explainer("influence");
    const bool prepared = open->hasUnkept();
    open->keepPrepared(*m_workspace);
    if (open->hasUnkept())
        qFatal("what was offered once waits no longer");
    return prepared;
}

void TestKeptPreparations::keptFactorsGiveTheSameBits()
{
    const auto fresh = OpenModel::open(*m_workspace, "m");
    const Explanation first = explanationOf(*fresh);
    QVERIFY(fresh->hasUnkept());
    QCOMPARE(kept(), 0);
    fresh->keepPrepared(*m_workspace);
    QVERIFY(!fresh->hasUnkept());
    QCOMPARE(kept(), 1);
    const auto again = OpenModel::open(*m_workspace, "m");
    QVERIFY(sameBits(explanationOf(*again), first));
    QVERIFY(again->explainer("influence").selfImportances() == fresh->explainer("influence").selfImportances());
    QVERIFY(!again->hasUnkept());
    QVERIFY(m_workspace->check().empty());
    for (const char* method : {"high-dim", "l2", "random"})
        again->explainer(method);
    QVERIFY(!again->hasUnkept()); // one pass over the data is not worth keeping
}

void TestKeptPreparations::damagedArraysArePreparedAgain()
{
    const Explanation right = explanationOf(*OpenModel::open(*m_workspace, "m"));
    QVERIFY(prepares());
    m_workspace->database().exec("UPDATE chunk SET bytes = zeroblob(length(bytes)) WHERE array IN "
                                 "(SELECT id FROM array WHERE name = 'lower')");
    QVERIFY(sameBits(explanationOf(*OpenModel::open(*m_workspace, "m")), right));
    QVERIFY(prepares());  // and what is damaged is replaced
    QVERIFY(!prepares());
    QCOMPARE(kept(), 1);
    QVERIFY(m_workspace->check().empty());
}

void TestKeptPreparations::numbersThatAreNoFactorArePreparedAgain_data()
{
    QTest::addColumn<QString>("array");
    QTest::addColumn<int>("length");
    QTest::addColumn<double>("first");
    const int triangle = wideSupport * (wideSupport + 1) / 2;
    QTest::newRow("no ridge") << "ridge" << 0 << 0.0;
    QTest::newRow("negative ridge") << "ridge" << 1 << -1.0;
    QTest::newRow("short triangle") << "lower" << triangle - 1 << 1.0;
    QTest::newRow("not a number") << "lower" << triangle << std::nan("");
    QTest::newRow("negative diagonal") << "lower" << triangle << -1.0;
    QTest::newRow("long scale") << "scale" << wideSupport + 1 << 1.0;
    QTest::newRow("infinite scale") << "scale" << wideSupport << std::numeric_limits<double>::infinity();
    QTest::newRow("scale of zero") << "scale" << wideSupport << 0.0;
}

void TestKeptPreparations::numbersThatAreNoFactorArePreparedAgain()
{
    QFETCH(QString, array);
    QFETCH(int, length);
    QFETCH(double, first);
    const auto fresh = OpenModel::open(*m_workspace, "m");
    const Explanation right = explanationOf(*fresh);
    Preparation wrong = fresh->explainer("influence").preparation();
    Vector& values = wrong.arrays[array.toStdString()];
    values.setOnes(length);
    if (length > 0)
        values[0] = first;
    QVERIFY(keepPreparation(*m_workspace, fresh->model().info, wrong));
    const auto again = OpenModel::open(*m_workspace, "m");
    QVERIFY(sameBits(explanationOf(*again), right));
    QVERIFY(again->hasUnkept());
}

void TestKeptPreparations::otherModelsAndDataDoNotShare()
{
    QVERIFY(prepares("m"));
    addWideModel(*m_workspace, "other", "rows", 3);
    QVERIFY(prepares("other"));
    addWideRows(*m_workspace, "other rows", 4);
    addWideModel(*m_workspace, "same weights", "other rows", 2);
    QCOMPARE(ModelStore(*m_workspace).require("same weights").fingerprint,
             ModelStore(*m_workspace).require("m").fingerprint);
    QVERIFY(prepares("same weights"));
    addWideModel(*m_workspace, "copy", "rows", 2);
    QVERIFY(!prepares("copy")); // the same weights for the same data
    for (const char* name : {"m", "other", "same weights"})
        QVERIFY2(!prepares(name), name);
    QCOMPARE(kept(), 3);
}

void TestKeptPreparations::readOnlyWorkspacesExplainAsWell()
{
    const auto explained = [&](bool prepared) {
        const Workspace readOnly(m_path, Workspace::Mode::ReadOnly);
        const auto open = OpenModel::open(readOnly, "m");
        const Explanation explanation = explanationOf(*open);
        if (open->hasUnkept() != prepared)
            qFatal("kept factors are read wherever they can be");
        open->keepPrepared(readOnly);
        return explanation;
    };
    const Explanation before = explained(true);
    QCOMPARE(kept(), 0);
    QVERIFY(prepares());
    QVERIFY(sameBits(explained(false), before));
}

void TestKeptPreparations::lockedWorkspacesAreNotWaitedFor()
{
    const Workspace writer(m_path);
    {
        const WriteTransaction writing(writer);
        QVERIFY(prepares());
        QCOMPARE(kept(), 0);
    }
    QVERIFY(prepares());
    QCOMPARE(kept(), 1);
}

void TestKeptPreparations::fullDisksAreNoFailure()
{
    SQLite::Database& database = m_workspace->database();
    const std::string pages = database.execAndGet("PRAGMA page_count").getString();
    database.execAndGet("PRAGMA max_page_count = " + pages);
    QVERIFY(prepares());
    QCOMPARE(kept(), 0);
    database.execAndGet("PRAGMA max_page_count = 1000000");
    QVERIFY(prepares());
    QCOMPARE(kept(), 1);
    QVERIFY(m_workspace->check().empty());
}

void TestKeptPreparations::preparationsGoWithTheModel()
{
    const auto arrays = [&] { return m_workspace->database().execAndGet("SELECT count(*) FROM array").getInt(); };
    const auto late = OpenModel::open(*m_workspace, "m");
    late->explainer("influence");
    QVERIFY(prepares());
    QCOMPARE(kept(), 1);
    ModelStore(*m_workspace).remove("m");
    QCOMPARE(kept(), 0);
    const int left = arrays();
    late->keepPrepared(*m_workspace); // prepared before, kept too late: nobody would ever remove it
    QCOMPARE(kept(), 0);
    QCOMPARE(arrays(), left);
    QVERIFY(m_workspace->check().empty());
}

void TestKeptPreparations::smallSupportsAreNotKept()
{
    addWideModel(*m_workspace, "small", "rows", 5, 100);
    QVERIFY(!prepares("small"));
    QCOMPARE(kept(), 0);
}

QTEST_GUILESS_MAIN(TestKeptPreparations)
#include "tst_kept_preparations.moc"
