// The stores of the user's own work: studies, saved items, marks, settings; and the cache of prepared arrays.
#include "core/store/dataset_store.h"
#include "core/store/explanation_store.h"
#include "core/store/mark_store.h"
#include "core/store/model_store.h"
#include "core/store/note_store.h"
#include "core/store/prepared_store.h"
#include "core/store/settings_store.h"
#include "core/store/study_store.h"
#include "support/store_samples.h"

#include <SQLiteCpp/Database.h>

#include <QtTest>

using namespace representer;

class TestUserStores : public QObject {
    Q_OBJECT
private slots:
    void init();
    void studiesKeepTheirRows();
    void studyNumbersAreNeverReused();
    void studiesGoWithTheirModel();
    void savedItemsAreFoundAgain();
    void preparedArraysAreACache();
    void marksReplaceEachOther();
    void settingsAreKept();
    void notesAreKeptPerSubject();
    void anOlderFormatLearnsNotes();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Workspace> m_workspace;
};

void TestUserStores::init()
{
    m_workspace.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_workspace = std::make_unique<Workspace>(m_folder->filePath("w.rpx").toStdString());
    DatasetStore(*m_workspace).add(samples::documents("posts"), {});
    ModelStore(*m_workspace).add(samples::linearModel("m", "posts"));
}

void TestUserStores::studiesKeepTheirRows()
{
    const StudyStore store(*m_workspace);
    QCOMPARE(store.create({.model = "m", .kind = "deletion", .plan = {{"k", {1, 2}}}}), std::int64_t{1});
    QCOMPARE(store.create({.model = "m", .kind = "negatives", .plan = nlohmann::json::object()}),
             std::int64_t{2});
    store.append(1, "b", {{"score", 0.1}});
    store.append(1, "a", {{"score", -1.0 / 3.0}});
    store.append(1, "a", {{"score", 99}}); // known already: the first result stays
    store.setState(1, "finished");

    const Workspace other(m_workspace->path());
    const auto rows = StudyStore(other).rows(1);
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].key, std::string("b"));
    QVERIFY(rows[1].result.at("score").get<double>() == -1.0 / 3.0);
    const auto list = StudyStore(other).list();
    QCOMPARE(list.size(), std::size_t{2});
    QCOMPARE(list[0].id, std::int64_t{2});
    QCOMPARE(list[1].state, std::string("finished"));
    QCOMPARE(list[1].rowCount, std::int64_t{2});
    QCOMPARE(list[1].model, std::string("m"));
    QVERIFY(!list[1].created.empty());
    QVERIFY(list[1].plan.at("k") == nlohmann::json({1, 2}));
    QVERIFY_THROWS_EXCEPTION(Error, store.append(9, "a", {}));
    QVERIFY_THROWS_EXCEPTION(Error, store.rows(9));
    QVERIFY_THROWS_EXCEPTION(Error, store.create({.model = "nobody"}));
}

void TestUserStores::studyNumbersAreNeverReused()
{
    const StudyStore store(*m_workspace);
    const StudyRecord study{.model = "m", .kind = "deletion", .plan = {}};
    QCOMPARE(store.create(study), std::int64_t{1});
    store.remove(1);
    QCOMPARE(store.create(study), std::int64_t{2});
}

void TestUserStores::studiesGoWithTheirModel()
{
    const StudyStore store(*m_workspace);
    store.create({.model = "m", .kind = "deletion", .plan = {}});
    store.append(1, "a", 1);
    ModelStore(*m_workspace).remove("m");
    QVERIFY(store.list().empty());
    QVERIFY(m_workspace->check().empty());
}

void TestUserStores::savedItemsAreFoundAgain()
{
    const ExplanationStore store(*m_workspace);
    const auto first = store.add({.model = "m", .kind = "explanation", .name = "one", .content = {{"x", 1}}});
    const auto second = store.add({.model = "", .kind = "note", .name = "two", .content = "text"});
    QCOMPARE(store.list().size(), std::size_t{2});
    QCOMPARE(store.list("note").size(), std::size_t{1});
    QCOMPARE(store.list("note")[0].id, second);
    store.rename(first, "better");
    QCOMPARE(store.require(first).name, std::string("better"));
    QCOMPARE(store.require(first).model, std::string("m"));
    store.remove(second);
    QVERIFY_THROWS_EXCEPTION(Error, store.require(second));
    ModelStore(*m_workspace).remove("m");
    QVERIFY(store.list().empty());
}

void TestUserStores::preparedArraysAreACache()
{
    const PreparedStore store(*m_workspace);
    const std::string fingerprint = ModelStore(*m_workspace).require("m").fingerprint;
    const PreparedKey key{fingerprint, "influence", 1};
    QVERIFY(!store.find(key));
    const std::vector<double> values{1.5, -2.5};
    store.store(key, [&](const ArrayBundle& arrays) { arrays.write("cholesky", values); });
    QVERIFY(store.find(key)->read<double>("cholesky") == values);
    QVERIFY(!store.find({fingerprint, "influence", 2}));
    const std::vector<double> newer{7};
    store.store({fingerprint, "influence", 2},
                [&](const ArrayBundle& arrays) { arrays.write("cholesky", newer); });
    QVERIFY(!store.find(key)); // the older format is of no use any more
    store.dropAll();
    QVERIFY(!store.find({fingerprint, "influence", 2}));
    store.store(key, [&](const ArrayBundle& arrays) { arrays.write("cholesky", values); });
    ModelStore(*m_workspace).remove("m");
    QVERIFY(!store.find(key));
    QVERIFY(m_workspace->check().empty());
}

void TestUserStores::marksReplaceEachOther()
{
    const MarkStore store(*m_workspace);
    const MarkedSample row = DatasetRow{Part::Train, 3};
    const MarkedSample pair = UserItem{{1}, {2}};
    store.set("posts", {row, Verdict::Unsure, "hm"});
    store.set("posts", {row, Verdict::Wrong, "yes"});
    store.set("posts", {pair, Verdict::Keep, ""});
    QCOMPARE(store.list("posts").size(), std::size_t{2});
    QVERIFY(store.find("posts", row)->verdict == Verdict::Wrong);
    QCOMPARE(store.find("posts", row)->note, std::string("yes"));
    QVERIFY(store.find("posts", pair)->sample == pair);
    store.clear("posts", row);
    QVERIFY(!store.find("posts", row));
    QVERIFY_THROWS_EXCEPTION(Error, store.list("nothing"));
}

void TestUserStores::settingsAreKept()
{
    const SettingsStore store(*m_workspace);
    QVERIFY(!store.get("page"));
    store.set("page", "explain");
    store.set("page", "study");
    QCOMPARE(*store.get("page"), std::string("study"));
}

void TestUserStores::notesAreKeptPerSubject()
{
    const NoteStore store(*m_workspace);
    const DatasetRow row{Part::Test, 1};
    const UserItem pair{{3}, {4}};
    store.set("posts", {row, "odd"});
    store.set("posts", {pair, "why?"});
    store.set("posts", {row, "very odd"});
    const auto notes = store.list("posts");
    QCOMPARE(notes.size(), std::size_t{2});
    QVERIFY(notes[0].subject == MarkedSample(pair));
    QVERIFY(notes[1].subject == MarkedSample(row));
    QCOMPARE(notes[1].text, std::string("very odd"));
    store.set("posts", {row, ""});
    QCOMPARE(store.list("posts").size(), std::size_t{1});
    QVERIFY_THROWS_EXCEPTION(Error, store.set("nobody", {row, "x"}));
    DatasetStore(*m_workspace).remove("posts");
    DatasetStore(*m_workspace).add(samples::documents("posts"), {});
    QVERIFY(store.list("posts").empty()); // they went with their dataset
}

void TestUserStores::anOlderFormatLearnsNotes()
{
    m_workspace->database().exec("DROP TABLE note");
    m_workspace->database().exec("PRAGMA user_version = 1");
    const auto path = m_workspace->path();
    m_workspace.reset();
    QVERIFY(NoteStore(Workspace(path, Workspace::Mode::ReadOnly)).list("posts").empty());
    m_workspace = std::make_unique<Workspace>(path);
    NoteStore(*m_workspace).set("posts", {DatasetRow{Part::Train, 0}, "kept"});
    QCOMPARE(NoteStore(*m_workspace).list("posts").size(), std::size_t{1});
}

QTEST_GUILESS_MAIN(TestUserStores)
#include "tst_user_stores.moc"
