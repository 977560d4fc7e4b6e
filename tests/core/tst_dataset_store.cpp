#include "core/store/dataset_store.h"
#include "core/store/model_store.h"
#include "support/store_samples.h"

#include <QtTest>

#include <thread>

using namespace representer;

class TestDatasetStore : public QObject {
    Q_OBJECT
private slots:
    void init();
    void documentsComeBackAsTheyWere();
    void ratingsComeBackAsTheyWere();
    void matricesComeBackAsTheyWere();
    void listShowsTheInformationOnly();
    void anExistingNameIsRefusedUnlessReplaced();
    void aMissingNameSaysWhatIsThere();
    void removingADatasetRemovesItsModels();
    void aCancelledImportLeavesNothing();
    void singleReadsGiveTheSample();
    void searchTakesTheUsersTextAsText();
    void ratingsOfOneUserReadFewChunks();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Workspace> m_workspace;
};

namespace {

bool same(const SparseRows& a, const SparseRows& b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() && a.nonZeros() == b.nonZeros() &&
           std::equal(a.outerIndexPtr(), a.outerIndexPtr() + a.rows() + 1, b.outerIndexPtr()) &&
           std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr()) &&
           std::equal(a.valuePtr(), a.valuePtr() + a.nonZeros(), b.valuePtr());
}

void compareParts(const DocumentPart& a, const DocumentPart& b, bool texts)
{
    QVERIFY(same(a.x, b.x));
    QVERIFY(a.labels == b.labels);
    QVERIFY(a.ids == b.ids);
    QVERIFY(a.classes == b.classes);
    QVERIFY(a.titles == b.titles);
    QVERIFY(b.texts == (texts ? a.texts : std::vector<std::string>{}));
}

template<class Work>
QString messageOf(Work work)
{
    try {
        work();
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

void TestDatasetStore::init()
{
    m_workspace.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_workspace = std::make_unique<Workspace>(m_folder->filePath("w.rpx").toStdString());
}

void TestDatasetStore::documentsComeBackAsTheyWere()
{
    const Dataset dataset = samples::documents("posts");
    const DatasetStore store(*m_workspace);
    store.add(dataset, {});
    for (const bool texts : {false, true}) {
        const Dataset back =
            store.load("posts", texts ? DatasetStore::Texts::Load : DatasetStore::Texts::Leave);
        const auto& a = std::get<DocumentData>(dataset.content);
        const auto& b = std::get<DocumentData>(back.content);
        compareParts(a.train, b.train, texts);
        compareParts(a.validation, b.validation, texts);
        compareParts(a.test, b.test, texts);
        QVERIFY(a.features == b.features);
        QVERIFY(a.labelNames == b.labelNames);
        QCOMPARE(b.firstFeatureId, a.firstFeatureId);
        QCOMPARE(b.vectoriser->options().ngrams, 3);
        QCOMPARE(b.vectoriser->options().minDocumentFrequency, 2);
        QVERIFY(a.vectoriser->terms() == b.vectoriser->terms());
        QVERIFY(a.vectoriser->idf() == b.vectoriser->idf());
        QCOMPARE(contentFingerprint(back.content), dataset.info.fingerprint);
    }
}

void TestDatasetStore::ratingsComeBackAsTheyWere()
{
    const Dataset dataset = samples::ratings("films");
    const DatasetStore store(*m_workspace);
    store.add(dataset, {});
    const Dataset back = store.load("films");
    const auto& a = std::get<RatingData>(dataset.content);
    const auto& b = std::get<RatingData>(back.content);
    QVERIFY(a.train.users == b.train.users);
    QVERIFY(a.train.items == b.train.items);
    QVERIFY(a.train.values == b.train.values);
    QVERIFY(a.train.times == b.train.times);
    QVERIFY(a.test.items == b.test.items);
    QVERIFY(b.test.times.empty());
    QVERIFY(a.items.titles == b.items.titles);
    QVERIFY(a.users.attributes == b.users.attributes);
    QVERIFY(a.users.attributeNames == b.users.attributeNames);
    QCOMPARE(b.scale.high, a.scale.high);
    QCOMPARE(contentFingerprint(back.content), dataset.info.fingerprint);
}

void TestDatasetStore::matricesComeBackAsTheyWere()
{
    const Dataset dataset = samples::matrices("digits");
    const DatasetStore store(*m_workspace);
    store.add(dataset, {});
    const Dataset back = store.load("digits");
    const auto& a = std::get<MatrixData>(dataset.content);
    const auto& b = std::get<MatrixData>(back.content);
    QVERIFY(a.train.values == b.train.values);
    QVERIFY(a.train.labels == b.train.labels);
    QVERIFY(a.test.ids == b.test.ids);
    QCOMPARE(b.rows, a.rows);
    QCOMPARE(b.columns, a.columns);
    QCOMPARE(contentFingerprint(back.content), dataset.info.fingerprint);
}

void TestDatasetStore::listShowsTheInformationOnly()
{
    const DatasetStore store(*m_workspace);
    const Dataset dataset = samples::documents("b-posts");
    store.add(dataset, {});
    store.add(samples::ratings("a-films"), {});
    const auto infos = store.list();
    QCOMPARE(infos.size(), std::size_t{2});
    QCOMPARE(infos[0].name, std::string("a-films"));
    const DatasetInfo& info = infos[1];
    QCOMPARE(info.source, dataset.info.source);
    QCOMPARE(info.format, dataset.info.format);
    QCOMPARE(info.splitRule, dataset.info.splitRule);
    QCOMPARE(info.seed, dataset.info.seed);
    QCOMPARE(info.train, dataset.info.train);
    QCOMPARE(info.nonzeros, dataset.info.nonzeros);
    QVERIFY(info.warnings == dataset.info.warnings);
    QVERIFY(info.kind == DatasetKind::Documents);
}

void TestDatasetStore::anExistingNameIsRefusedUnlessReplaced()
{
    const DatasetStore store(*m_workspace);
    store.add(samples::documents("posts"), {});
    const QString message = messageOf([&] { store.add(samples::ratings("posts"), {}); });
    QVERIFY2(message.contains("already a dataset \"posts\""), qPrintable(message));
    QVERIFY(store.require("posts").kind == DatasetKind::Documents);
    store.add(samples::ratings("posts"), {}, true);
    QVERIFY(store.require("posts").kind == DatasetKind::Ratings);
    // The same content once more keeps what was made on it; other content does not.
    const ModelStore models(*m_workspace);
    models.add(samples::linearModel("m", "posts"));
    store.add(samples::ratings("posts"), {}, true);
    QCOMPARE(models.require("m").dataset, std::string("posts"));
    QCOMPARE(store.list().size(), std::size_t{1});
    store.add(samples::documents("posts"), {}, true);
    QVERIFY(!models.find("m"));
    QVERIFY(m_workspace->check().empty());
}

void TestDatasetStore::aMissingNameSaysWhatIsThere()
{
    const DatasetStore store(*m_workspace);
    QVERIFY(messageOf([&] { store.require("x"); }).contains("holds no dataset yet"));
    store.add(samples::documents("posts"), {});
    const QString message = messageOf([&] { store.load("x"); });
    QVERIFY2(message.contains("no dataset \"x\"") && message.contains("posts"), qPrintable(message));
}

void TestDatasetStore::removingADatasetRemovesItsModels()
{
    const DatasetStore datasets(*m_workspace);
    const ModelStore models(*m_workspace);
    datasets.add(samples::documents("posts"), {});
    datasets.add(samples::documents("others"), {});
    models.add(samples::linearModel("first", "posts"));
    models.add(samples::linearModel("second", "others"));
    datasets.remove("posts");
    QVERIFY(!models.find("first"));
    QVERIFY(models.find("second"));
    QCOMPARE(datasets.list().size(), std::size_t{1});
    QVERIFY(m_workspace->check().empty());
    datasets.remove("others");
    const Workspace reopened(m_workspace->path());
    QVERIFY(reopened.check().empty());
}

void TestDatasetStore::aCancelledImportLeavesNothing()
{
    const DatasetStore store(*m_workspace);
    for (const int allowed : {0, 1, 5, 15, 30}) {
        std::stop_source source;
        int calls = 0;
        const TaskContext context(source.get_token(), [&](std::string_view, std::int64_t, std::int64_t) {
            if (++calls > allowed)
                source.request_stop();
        });
        QVERIFY_THROWS_EXCEPTION(Cancelled, store.add(samples::documents("posts", 2000), context));
        QVERIFY(store.list().empty());
        QVERIFY(m_workspace->check().empty());
    }
    store.add(samples::documents("posts"), {});
    QCOMPARE(store.list().size(), std::size_t{1});
}

void TestDatasetStore::singleReadsGiveTheSample()
{
    const DatasetStore store(*m_workspace);
    const Dataset posts = samples::documents("posts");
    store.add(posts, {});
    store.add(samples::ratings("films"), {});
    const auto& data = std::get<DocumentData>(posts.content);
    QCOMPARE(store.text("posts", Part::Train, 0), data.train.texts[0]);
    QCOMPARE(store.text("posts", Part::Test, 3), data.test.texts[3]);
    const auto lines = store.lines("posts", Part::Train, {4, 1});
    QCOMPARE(lines[0].id, std::string("doc-4"));
    QCOMPARE(lines[0].title, std::string("Title of 4"));
    QCOMPARE(lines[1].label, std::string("sci.space"));
    const auto rated = store.lines("films", Part::Train, {0});
    QCOMPARE(rated[0].id, std::string("u0"));
    QVERIFY(!rated[0].title.empty());
    const QString message = messageOf([&] { store.text("posts", Part::Test, 99); });
    QVERIFY2(message.contains("no sample 99"), qPrintable(message));
}

void TestDatasetStore::searchTakesTheUsersTextAsText()
{
    const DatasetStore store(*m_workspace);
    store.add(samples::documents("posts"), {});
    store.add(samples::ratings("films"), {});
    QCOMPARE(store.searchDocuments("posts", Part::Train, "rockets", 100).size(), std::size_t{10});
    QCOMPARE(store.searchDocuments("posts", Part::Test, "rockets", 100).size(), std::size_t{5});
    QCOMPARE(store.searchDocuments("posts", Part::Train, "cafe", 3).size(), std::size_t{3}); // accents aside
    const auto number = store.searchDocuments("posts", Part::Train, "number 12", 10);
    QVERIFY(number == std::vector<std::int32_t>{12});
    // Operators of the search engine are words like any other.
    QCOMPARE(store.searchDocuments("posts", Part::Train, "rockets AND orbits", 100).size(), std::size_t{10});
    QVERIFY(store.searchDocuments("posts", Part::Train, "rockets OR car", 100).empty());
    for (const char* query :
         {"\"", "a\"b", "text:", "NEAR(", "*", "^x", "-", "", "   ", "'; DROP TABLE dataset", "(("})
        store.searchDocuments("posts", Part::Train, query, 10);
    QCOMPARE(store.list().size(), std::size_t{2});
    QVERIFY(store.searchItems("films", "star \"tre", 5) == std::vector<std::int32_t>{2});
    QCOMPARE(store.searchUsers("films", "u11", 5).size(), std::size_t{1});
    QVERIFY(store.searchItems("posts", "star", 5).empty());
}

void TestDatasetStore::ratingsOfOneUserReadFewChunks()
{
    const DatasetStore store(*m_workspace);
    const Dataset dataset = samples::ratings("many", 8000, 400, 50); // 400,000 ratings, 1.6 MB an array
    store.add(dataset, {});
    const auto& data = std::get<RatingData>(dataset.content);
    const RatingIndex index(data.train, data.users.size(), data.items.size());
    for (const std::int32_t user : {0, 4321, 7999}) {
        const RatingSlice slice = store.ratingsOfUser("many", Part::Train, {user});
        const auto range = index.rowsOfUser({user});
        QCOMPARE(static_cast<std::int32_t>(slice.size()), range.size());
        for (std::int32_t k = 0; k < range.size(); ++k) {
            const auto row = static_cast<std::size_t>(range.begin + k);
            const auto at = static_cast<std::size_t>(k);
            QCOMPARE(slice.rows[at], range.begin + k);
            QCOMPARE(slice.others[at], data.train.items[row]);
            QCOMPARE(slice.values[at], data.train.values[row]);
        }
        // Bounds, items and values, each in one chunk or across the border of two.
        QVERIFY2(slice.chunksRead <= 6, qPrintable(QString::number(slice.chunksRead)));
    }
    for (const std::int32_t item : {0, 200, 399}) {
        const RatingSlice slice = store.ratingsOfItem("many", Part::Train, {item});
        const auto rows = index.rowsOfItem({item});
        QVERIFY(std::equal(rows.begin(), rows.end(), slice.rows.begin(), slice.rows.end()));
        for (std::size_t k = 0; k < rows.size(); ++k) {
            QCOMPARE(slice.others[k], data.train.users[static_cast<std::size_t>(rows[k])]);
            QCOMPARE(slice.values[k], data.train.values[static_cast<std::size_t>(rows[k])]);
        }
        QVERIFY2(slice.chunksRead <= 8, qPrintable(QString::number(slice.chunksRead)));
    }
    QVERIFY(messageOf([&] { store.ratingsOfUser("many", Part::Train, {8000}); }).contains("no user 8000"));
}

QTEST_GUILESS_MAIN(TestDatasetStore)
#include "tst_dataset_store.moc"
