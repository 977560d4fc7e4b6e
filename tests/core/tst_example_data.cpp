#include "core/operations/example_digits.h"
#include "core/operations/example_documents.h"
#include "core/operations/example_ratings.h"

#include <QtTest>

#include <set>

using namespace representer;

class TestExampleData : public QObject {
    Q_OBJECT
private slots:
    void ratingsHaveTheShapeTheyPromise();
    void wrongRatingsAreTheOppositeOfTheTaste();
    void documentsHaveTheShapeTheyPromise();
    void mislabelledDocumentsSpeakOfTheOtherSubject();
    void digitsAreThoseOfTheFile();
    void aSeedMeansTheSameData();
};

void TestExampleData::ratingsHaveTheShapeTheyPromise()
{
    const RatingExample example = makeExampleRatings();
    const auto& data = std::get<RatingData>(example.dataset.content);
    const DatasetInfo& info = example.dataset.info;
    QCOMPARE(info.users, 400);
    QCOMPARE(info.items, 300);
    QCOMPARE(info.test, 400);
    QCOMPARE(info.validation, 400);
    QVERIFY(info.train > 400 * 20);
    QVERIFY(info.synthetic && info.source.find("synthetic") == 0);
    QCOMPARE(std::set<std::string>(data.items.titles.begin(), data.items.titles.end()).size(),
             std::size_t{300});
    for (const auto* part : {&data.train, &data.validation, &data.test})
        for (std::size_t row = 0; row < part->size(); ++row) {
            const double stars = data.scale.toUser(static_cast<double>(part->values[row]));
            QVERIFY(stars >= 1 && stars <= 5 && stars == std::round(stars));
            if (row > 0)
                QVERIFY(std::pair(part->users[row - 1], part->items[row - 1]) <
                        std::pair(part->users[row], part->items[row]));
        }
}

void TestExampleData::wrongRatingsAreTheOppositeOfTheTaste()
{
    const RatingExample example = makeExampleRatings();
    const auto& data = std::get<RatingData>(example.dataset.content);
    QCOMPARE(example.wrong.size(), std::size_t{60});
    std::set<std::int32_t> wrong;
    for (const TrainIndex index : example.wrong)
        wrong.insert(index.value);
    QCOMPARE(wrong.size(), std::size_t{60});
    // Agreement of the rating with the user's loves and dislikes, which the attributes name: mean over each
    // group.
    double agreement[2] = {0, 0};
    int count[2] = {0, 0};
    for (std::size_t row = 0; row < data.train.size(); ++row) {
        const auto user = static_cast<std::size_t>(data.train.users[row]);
        const std::string& genres = data.items.attributes[0][static_cast<std::size_t>(data.train.items[row])];
        const std::string genre = genres.substr(0, genres.find('|'));
        const bool loved = data.users.attributes[0][user].find(genre) != std::string::npos;
        const bool disliked = data.users.attributes[1][user] == genre;
        if (loved == disliked)
            continue;
        const int group = wrong.contains(static_cast<std::int32_t>(row)) ? 1 : 0;
        agreement[group] += (loved ? 1 : -1) * static_cast<double>(data.train.values[row]);
        ++count[group];
    }
    QVERIFY(agreement[0] / count[0] > 0.4);
    QVERIFY(count[1] > 20);
    QVERIFY(agreement[1] / count[1] < -0.4);
}

void TestExampleData::documentsHaveTheShapeTheyPromise()
{
    const DocumentExample example = makeExampleDocuments();
    const auto& data = std::get<DocumentData>(example.dataset.content);
    QCOMPARE(data.train.size(), std::size_t{400});
    QCOMPARE(data.test.size(), std::size_t{120});
    QCOMPARE(data.train.x.rows(), Eigen::Index{400});
    QCOMPARE(data.test.x.cols(), data.train.x.cols());
    QCOMPARE(static_cast<Eigen::Index>(data.features.size()), data.train.x.cols());
    QVERIFY(example.dataset.info.synthetic);
    for (std::size_t i = 0; i < data.train.size(); ++i) {
        QVERIFY(data.train.texts[i].find('%') == std::string::npos);
        QVERIFY(!data.train.titles[i].empty());
    }
}

void TestExampleData::mislabelledDocumentsSpeakOfTheOtherSubject()
{
    const DocumentExample example = makeExampleDocuments();
    const auto& data = std::get<DocumentData>(example.dataset.content);
    QCOMPARE(example.mislabelled.size(), std::size_t{20});
    // The nearest class mean, computed without the planted documents, contradicts nearly all planted labels.
    std::vector<bool> planted(data.train.size());
    for (const TrainIndex index : example.mislabelled)
        planted[static_cast<std::size_t>(index.value)] = true;
    Matrix means = Matrix::Zero(2, data.train.x.cols());
    for (std::size_t i = 0; i < data.train.size(); ++i)
        if (!planted[i])
            means.row(data.train.labels[i]) += data.train.x.row(static_cast<Eigen::Index>(i)).toDense();
    int contradicted = 0;
    for (const TrainIndex index : example.mislabelled) {
        const Vector similarity = means * data.train.x.row(index.value).transpose();
        const int nearest = similarity[1] > similarity[0] ? 1 : 0;
        contradicted += nearest != data.train.labels[static_cast<std::size_t>(index.value)] ? 1 : 0;
    }
    QVERIFY2(contradicted >= 18, qPrintable(QString::number(contradicted)));
}

void TestExampleData::digitsAreThoseOfTheFile()
{
    const Dataset dataset = makeExampleDigits();
    const auto& data = std::get<MatrixData>(dataset.content);
    QCOMPARE(data.train.size() + data.test.size(), std::size_t{361});
    QCOMPARE(data.rows, Eigen::Index{8});
    QVERIFY(!dataset.info.synthetic);
    QCOMPARE(data.train.values.maxCoeff(), 1.0);
    QCOMPARE(data.train.values.minCoeff(), 0.0);
    int nines = 0;
    for (const auto* part : {&data.train, &data.test})
        for (const std::uint8_t label : part->labels)
            nines += label;
    QCOMPARE(nines, 180);
    QFile file(QStringLiteral(SOURCE_DIR "/resources/examples/digits_4_9.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QByteArray::fromStdString(std::string(exampleDigitsCsv())), file.readAll());
}

void TestExampleData::aSeedMeansTheSameData()
{
    QCOMPARE(makeExampleRatings(5).dataset.info.fingerprint, makeExampleRatings(5).dataset.info.fingerprint);
    QVERIFY(makeExampleRatings(5).dataset.info.fingerprint != makeExampleRatings(6).dataset.info.fingerprint);
    QCOMPARE(makeExampleDocuments(5).dataset.info.fingerprint,
             makeExampleDocuments(5).dataset.info.fingerprint);
}

QTEST_GUILESS_MAIN(TestExampleData)
#include "tst_example_data.moc"
