#include "core/base/random.h"
#include "core/data/split.h"
#include "core/importers/class_grouping.h"
#include "core/importers/libsvm_parser.h"
#include "core/importers/text_scan.h"
#include "support/import_folder.h"

#include <QtTest>

#include <charconv>
#include <cmath>
#include <sstream>

using namespace representer;

namespace {

Dataset import(const std::filesystem::path& path, const std::string& expectedFormat)
{
    const auto dataset = readDataset(requestFor(path));
    if (dataset.info.format != expectedFormat)
        throw std::runtime_error("detected " + dataset.info.format);
    return dataset;
}

const std::string Ratings =
    "1::10::5::100\n1::20::3::101\n1::30::1::102\n2::10::4::103\n2::20::2::104\n2::30::5::105\n"
    "10::10::1::106\n10::20::2::107\n10::30::3::108\n";

} // namespace

class TestImportFormats : public QObject {
    Q_OBJECT
private slots:
    // The fast path and the standard library must agree to the last bit.
    void numbersAreExactlyRounded()
    {
        Random random(7);
        for (int i = 0; i < 200000; ++i) {
            std::string text = random.below(2) ? "-" : "";
            const auto digits = 1 + random.below(22);
            const auto point = random.below(digits + 1);
            for (std::uint64_t d = 0; d < digits; ++d) {
                if (d == point)
                    text += '.';
                text += static_cast<char>('0' + random.below(10));
            }
            if (random.below(3) == 0)
                text += "e" + std::to_string(static_cast<int>(random.below(80)) - 40);
            double fast = 0, exact = 0;
            QVERIFY(readDecimal(text.data(), text.data() + text.size(), fast) == text.data() + text.size());
            std::from_chars(text.data(), text.data() + text.size(), exact);
            QVERIFY2(std::memcmp(&fast, &exact, sizeof fast) == 0, text.c_str());
        }
    }

    // Against a slow parser written differently, over several blocks.
    void libsvmMatchesSlowParser()
    {
        Random random(3);
        std::ostringstream text;
        text.precision(17);
        for (int row = 0; row < 30000; ++row) {
            if (row % 997 == 0)
                text << "# a comment with 1:2 in it\n\n";
            text << (random.below(2) ? "+1" : "-1");
            if (row % 5 == 0)
                text << " qid:" << row;
            int index = 0;
            for (auto k = random.below(12); k > 0; --k) {
                index += 1 + static_cast<int>(random.below(500));
                text << (k % 3 ? " " : "  ") << index << ":" << random.normal();
            }
            text << (row % 7 == 0 ? " # end\r\n" : row % 11 == 0 ? " \n" : "\n");
        }
        const auto all = text.str();
        QVERIFY(all.size() > (2u << 20));
        const auto rows = parseLibsvm(all, "rows");

        std::istringstream lines(all);
        std::string line;
        std::int32_t number = 0;
        std::size_t row = 0;
        while (std::getline(lines, line)) {
            ++number;
            std::istringstream tokens(line.substr(0, line.find('#')));
            double label = 0;
            if (!(tokens >> label))
                continue;
            QCOMPARE(rows.labels[row], label);
            QCOMPARE(rows.lines[row], number);
            const auto view = rowView(rows.x, static_cast<Eigen::Index>(row++));
            std::size_t k = 0;
            for (std::string token; tokens >> token;) {
                if (token.starts_with("qid"))
                    continue;
                QCOMPARE(view.columns[k], std::stoi(token));
                QCOMPARE(view.values[k++], std::stod(token.substr(token.find(':') + 1)));
            }
            QCOMPARE(k, view.columns.size());
        }
        QCOMPARE(rows.labels.size(), row);
    }

    void libsvmLabelsAndColumns()
    {
        const ImportFolder folder;
        auto request = requestFor(folder.write("train", "+1 1:0.5 3:-2 4:0\n-1 2:1e-3\n"));
        request.testPaths = request.paths;
        const auto dataset = readDataset(request);
        const auto& data = std::get<DocumentData>(dataset.content);
        QCOMPARE(dataset.info.format, std::string("libsvm"));
        QCOMPARE(data.train.labels, (std::vector<std::uint8_t>{1, 0}));
        QCOMPARE(data.train.x.cols(), 4);
        QCOMPARE(data.train.x.nonZeros(), 3);
        QCOMPARE(data.train.x.coeff(0, 0), 0.5);
        QCOMPARE(data.train.x.coeff(1, 1), 1e-3);
        QCOMPARE(data.labelNames[0], std::string("-1"));
        QVERIFY(warned(dataset, "Labels were -1, 1"));
        QVERIFY(warned(dataset, "count from 1"));
    }

    void manyClassesAreGrouped()
    {
        const ImportFolder folder;
        auto request = requestFor(folder.write("rows", "1 1:1\n2 1:2\n3 1:3\n3 2:1\n"));
        request.positive = {"1", "2"};
        request.testFraction = 0;
        const auto dataset = readDataset(request);
        QCOMPARE(std::get<DocumentData>(dataset.content).train.labels,
                 (std::vector<std::uint8_t>{1, 1, 0, 0}));
        QVERIFY(matchesPattern("comp.*", "comp.sys.mac"));
        QVERIFY(matchesPattern("*.misc", "talk.misc"));
        QVERIFY(!matchesPattern("comp.*", "sci.comp.x"));
        QVERIFY(matchesPattern("*a*b*", "xxaybz"));
    }

    void splitIsStratifiedAndRepeatable()
    {
        std::vector<std::uint8_t> labels(1000, 0);
        std::fill(labels.begin(), labels.begin() + 50, std::uint8_t{1});
        const auto drawn = stratifiedDraw(labels, 0.2, 5);
        QCOMPARE(std::count(drawn.begin(), drawn.begin() + 50, true), 10);
        QCOMPARE(std::count(drawn.begin(), drawn.end(), true), 200);
        QVERIFY(drawn == stratifiedDraw(labels, 0.2, 5));
        QVERIFY(drawn != stratifiedDraw(labels, 0.2, 6));
    }

    void rowsAreTakenOutInPlace()
    {
        DocumentPart part;
        part.x.resize(4, 3);
        part.x.insert(0, 1) = 1;
        part.x.insert(1, 0) = 2;
        part.x.insert(1, 2) = 3;
        part.x.insert(3, 2) = 4;
        part.x.makeCompressed();
        part.labels = {0, 1, 0, 1};
        part.ids = {"a", "b", "c", "d"};
        const auto taken = takeRows(part, {false, true, true, false});
        QCOMPARE(part.x.rows(), 2);
        QCOMPARE(part.x.nonZeros(), 2);
        QCOMPARE(part.x.coeff(1, 2), 4.0);
        QCOMPARE(part.ids, (std::vector<std::string>{"a", "d"}));
        QCOMPARE(taken.x.rows(), 2);
        QCOMPARE(taken.x.coeff(0, 2), 3.0);
        QCOMPARE(taken.x.nonZeros(), 2);
        QCOMPARE(taken.labels, (std::vector<std::uint8_t>{1, 0}));
    }

    void interactionCoreIsAFixedPoint()
    {
        Random random(11);
        std::vector<std::int32_t> users, items;
        for (int i = 0; i < 600; ++i) {
            users.push_back(static_cast<std::int32_t>(random.below(90)));
            items.push_back(static_cast<std::int32_t>(random.below(70)));
        }
        const auto kept = interactionCore({users, items, 90, 70}, 5);
        std::vector<int> perUser(90, 0), perItem(70, 0);
        for (std::size_t i = 0; i < kept.size(); ++i)
            if (kept[i]) {
                ++perUser[static_cast<std::size_t>(users[i])];
                ++perItem[static_cast<std::size_t>(items[i])];
            }
        for (const auto& counts : {perUser, perItem})
            QVERIFY(std::all_of(counts.begin(), counts.end(), [](int c) { return c == 0 || c >= 5; }));
        QVERIFY(std::count(kept.begin(), kept.end(), true) > 0);
        QVERIFY(std::count(kept.begin(), kept.end(), false) > 0);
    }

    void movieLens1M()
    {
        const ImportFolder folder;
        folder.write("ml/ratings.dat", Ratings);
        folder.write("ml/movies.dat",
                     "10::Caf\xe9 (1995)::Comedy|Drama\n20::Heat (1996)::Action\n30::Up (2009)::Animation\n");
        folder.write("ml/users.dat", "1::F::1::10::48067\n2::M::56::16::70072\n10::M::25::15::55117\n");
        const auto dataset = import(folder.root() / "ml", "movielens");
        const auto& data = std::get<RatingData>(dataset.content);
        QCOMPARE(data.users.ids, (std::vector<std::string>{"1", "2", "10"}));
        QCOMPARE(data.items.titles[0], std::string("Café (1995)"));
        QCOMPARE(data.items.attributeNames, (std::vector<std::string>{"genres", "released"}));
        QCOMPARE(data.items.attributes[0][0], std::string("Comedy|Drama"));
        QCOMPARE(data.items.attributes[1][2], std::string("2009"));
        QCOMPARE(data.users.attributes[2][0], std::string("K-12 student"));
        QCOMPARE(dataset.info.train, 3); // one of three ratings per user to validation and one to test
        QCOMPARE(dataset.info.validation, 3);
        QCOMPARE(dataset.info.test, 3);
        QCOMPARE(data.scale.low, 1.0);
        QCOMPARE(data.scale.high, 5.0);
        QVERIFY(warned(dataset, "Scale 1-5 normalised to [-1, 1]"));
        QVERIFY(std::is_sorted(data.train.users.begin(), data.train.users.end()));
    }

    void movieLensTitlesFromAnotherFile()
    {
        const ImportFolder folder;
        auto request = requestFor(folder.write("ratings.dat", Ratings));
        request.format = "movielens";
        request.titles = folder.write("names.csv", "id,title\n10,Eins\n20,Zwei\n30,Drei\n");
        const auto dataset = readDataset(request);
        QCOMPARE(std::get<RatingData>(dataset.content).items.titles,
                 (std::vector<std::string>{"Eins", "Zwei", "Drei"}));
    }

    void movieLens100KAndCsvInsideZip()
    {
        const ImportFolder folder;
        folder.write("k/u.data", "1\t1\t5\t9\n1\t2\t3\t9\n2\t1\t4\t9\n2\t2\t1\t9\n");
        folder.write("k/u.genre", "unknown|0\nAction|1\nDrama|2\n\n");
        folder.write("k/u.item", "1|A (1990)|01-Jan-1990||http://x|0|1|1\n2|B|||http://y|1|0|0\n");
        folder.write("k/u.user", "1|24|M|technician|85711\n2|53|F|other|94043\n");
        const auto small = import(folder.root() / "k", "movielens");
        const auto& data = std::get<RatingData>(small.content);
        QCOMPARE(data.items.attributes[0][0], std::string("Action|Drama"));
        QCOMPARE(data.users.attributeNames[2], std::string("occupation"));

        const auto zip = folder.pack(
            "ml-latest.zip", {{"ml-latest/ratings.csv", "userId,movieId,rating,timestamp\n1,5,0.5,7\n"
                                                        "1,6,4.0,8\n2,5,3.5,9\n"},
                              {"ml-latest/movies.csv", "movieId,title,genres\n5,\"Heat, The\",Action\n"}});
        const auto latest = import(zip, "movielens");
        const auto& ratings = std::get<RatingData>(latest.content);
        QCOMPARE(ratings.scale.low, 0.5);
        QCOMPARE(ratings.items.titles[0], std::string("Heat, The"));
        QCOMPARE(ratings.items.titles[1], std::string("6")); // no title known: the id
        QCOMPARE(ratings.train.times, (std::vector<std::int64_t>{7, 8, 9}));
        QVERIFY(warned(latest, "2 users with fewer than 3 ratings keep them all"));
    }

    void ratingsOptions()
    {
        const ImportFolder folder;
        auto request = requestFor(folder.write("ratings", Ratings + "1::10::2::999\n"));
        request.testFraction = 0;
        auto dataset = readDataset(request);
        QVERIFY(warned(dataset, "1 ratings repeat a pair"));
        QCOMPARE(std::get<RatingData>(dataset.content).train.values[0], -0.5f); // the last one: 2 stars
        request.binarize = 3;
        dataset = readDataset(request);
        QVERIFY(std::get<RatingData>(dataset.content).scale.binary);
        QCOMPARE(dataset.info.train, 4);
        request.binarize.reset();
        request.minInteractions = 4;
        QVERIFY(messageOf(request).find("--min-interactions 4 leaves nothing") != std::string::npos);
        request.minInteractions = 0;
        request.testPaths = {folder.write("test", "1::10::5::0\n")};
        dataset = readDataset(request);
        QCOMPARE(dataset.info.test, 1);
        QCOMPARE(dataset.info.train, 8);
    }

    void amazonReviews()
    {
        const ImportFolder folder;
        auto request = requestFor(folder.compress(
            "reviews.json.gz",
            "{\"overall\": 5.0, \"reviewerID\": \"A1\", \"asin\": \"0001\", \"unixReviewTime\": 7}\n"
            "{\"overall\": 2.0, \"reviewerID\": \"A2\", \"asin\": \"0002\", \"x\": {\"y\": 1}}\n"));
        request.titles = folder.write("meta.json", "{\"asin\": \"0001\", \"title\": \"A \\\"book\\\"\"}\n");
        const auto dataset = readDataset(request);
        QCOMPARE(dataset.info.format, std::string("amazon"));
        const auto& data = std::get<RatingData>(dataset.content);
        QCOMPARE(data.items.titles, (std::vector<std::string>{"A \"book\"", "0002"}));
        QCOMPARE(data.scale.low, 1.0);
        const auto csv = import(folder.write("r.csv", "0001713353,A1C6M8LCIX4M6M,5.0,1123804800\n"
                                                      "0001061240,A1REUF3A1YCPHM,4.0,1112140800\n"),
                                "amazon");
        QCOMPARE(std::get<RatingData>(csv.content).users.ids[0], std::string("A1C6M8LCIX4M6M"));
    }

    void delimitedText()
    {
        const ImportFolder folder;
        auto request = requestFor(folder.write(
            "r.csv", "\xef\xbb\xbf"
                     "when;item_id;user_id;stars\r\n3;a;u1;4\r\n4;\"b;c\";u2;2\r\n5;a;u2;3\r\n"));
        request.columns = {{"user", "user_id"}, {"item", "2"}, {"rating", "stars"}, {"time", "when"}};
        request.testFraction = 0;
        const auto dataset = readDataset(request);
        const auto& data = std::get<RatingData>(dataset.content);
        QCOMPARE(dataset.info.format, std::string("csv"));
        QCOMPARE(data.items.ids, (std::vector<std::string>{"a", "b;c"}));
        QCOMPARE(data.train.times, (std::vector<std::int64_t>{3, 5, 4}));
        request.columns["user"] = "customer";
        QVERIFY(messageOf(request).find("--columns user=customer is no column") != std::string::npos);

        auto texts = requestFor(
            folder.write("t.csv", "label,text\nham,\"two\nlines, \"\"quoted\"\"\"\nspam,buy now\n"));
        texts.testFraction = 0;
        const auto documents = readDataset(texts);
        QCOMPARE(std::get<DocumentData>(documents.content).train.texts[0],
                 std::string("two\nlines, \"quoted\""));
        QCOMPARE(std::get<DocumentData>(documents.content).train.ids[1], std::string("4"));
    }

    void textFolders()
    {
        const ImportFolder folder;
        const auto path =
            folder.pack("news.tar.gz", {{"news/sci.space/1", "Subject: Moon\n\nThe caf\xe9 on the moon"},
                                        {"news/sci.space/2", "rockets fly"},
                                        {"news/rec.autos/3", "cars drive"},
                                        {"news/rec.autos/4", "cars stop"},
                                        {"news/rec.autos/5", "cars park"},
                                        {"news/comp.graphics/6", "pixels and the moon"}});
        auto request = requestFor(path);
        request.testFraction = 0;
        const auto dataset = readDataset(request);
        QCOMPARE(dataset.info.format, std::string("text-folder"));
        const auto& data = std::get<DocumentData>(dataset.content);
        QCOMPARE(data.train.labels, (std::vector<std::uint8_t>{1, 1, 0, 0, 0, 1}));
        QCOMPARE(data.train.titles[0], std::string("Moon"));
        QCOMPARE(data.train.classes[2], std::string("rec.autos"));
        QVERIFY(data.train.texts[0].find("café") != std::string::npos);
        QVERIFY(warned(dataset, "1 texts were not valid UTF-8"));
        QVERIFY(warned(dataset, "comp.*, sci.* became the positive class"));
        request.positive = {"rec.*"};
        QCOMPARE(std::get<DocumentData>(readDataset(request).content).labelNames[1],
                 std::string("rec.autos"));
    }

    void digitsAndArrays()
    {
        const ImportFolder folder;
        std::string digits;
        for (const char* label : {"4", "9", "3", "4", "9"}) {
            for (int k = 0; k < 64; ++k)
                digits += std::to_string(k % 17) + ",";
            digits += std::string(label) + "\n";
        }
        const auto dataset = import(folder.write("digits.csv", digits), "digits");
        const auto& data = std::get<MatrixData>(dataset.content);
        QCOMPARE(dataset.info.train + dataset.info.test, 4);
        QCOMPARE(data.rows, 8);
        QCOMPARE(data.labelNames[1], std::string("9"));
        QCOMPARE(data.train.values(0, 16), 16.0);
        QCOMPARE(data.train.size() + data.test.size(), std::size_t{4});
    }

    void previewNeverThrows()
    {
        const ImportFolder folder;
        const auto good = previewImport(requestFor(folder.write("a", "1 1:1 2:2\n-1 1:1\n")));
        QCOMPARE(good.format, std::string("libsvm"));
        QCOMPARE(good.rows.size(), std::size_t{2});
        QCOMPARE(good.rows[0][0], std::string("1"));
        const auto bad = previewImport(requestFor(folder.write("b", "")));
        QCOMPARE(bad.notes.size(), std::size_t{1});
        QVERIFY(previewImport(requestFor(folder.root() / "none")).notes.size() == 1);
    }

    void previewOfAFolderShowsWhatIsInIt()
    {
        const ImportFolder folder;
        folder.write("ml/ratings.dat", Ratings);
        folder.write("ml/README", "words");
        const auto ratings = previewImport(requestFor(folder.root() / "ml"));
        QCOMPARE(ratings.format, std::string("movielens"));
        QCOMPARE(ratings.header.size(), std::size_t{4});
        QVERIFY(!ratings.rows.empty() && ratings.rows[0].size() == 4);
        for (const char* name : {"mail/spam/1", "mail/ham/1", "mail/eggs/1", "mail/spam/2"})
            folder.write(name, "two\nlines");
        const auto texts = previewImport(requestFor(folder.root() / "mail"), 2);
        QCOMPARE(texts.format, std::string("text-folder"));
        QCOMPARE(texts.rows.size(), std::size_t{2});
        QCOMPARE(texts.rows[0], (std::vector<std::string>{"eggs", "1", "two lines"}));
        QCOMPARE(texts.notes.size(), std::size_t{1});
        QVERIFY(texts.notes[0].starts_with("3 classes: eggs, ham, spam"));
    }

    void fingerprintFollowsContent()
    {
        const ImportFolder folder;
        const auto a = readDataset(requestFor(folder.write("a", Ratings)));
        const auto b = readDataset(requestFor(folder.write("b", Ratings)));
        const auto c = readDataset(requestFor(folder.write("c", Ratings + "2::40::5::1\n")));
        QCOMPARE(a.info.fingerprint.size(), std::size_t{32});
        QCOMPARE(a.info.fingerprint, b.info.fingerprint);
        QVERIFY(a.info.fingerprint != c.info.fingerprint);
    }

    // The counts of the public sets, where they are at hand.
    void realData()
    {
        const auto root = qEnvironmentVariable("REPRESENTER_DATA").toStdString();
        if (root.empty())
            QSKIP("REPRESENTER_DATA names no folder");
        const std::filesystem::path data(root);
        const auto small = import(data / "ml-100k", "movielens").info;
        QCOMPARE(small.users, 943);
        QCOMPARE(small.items, 1682);
        QCOMPARE(small.train + small.validation + small.test, 100000);
        const auto large = import(data / "ml-1m", "movielens").info;
        QCOMPARE(large.users, 6040);
        QCOMPARE(large.items, 3706);
        QCOMPARE(large.train + large.validation + large.test, 1000209);
        const auto sms = import(data / "sms-spam" / "SMSSpamCollection", "label-text").info;
        QCOMPARE(sms.train + sms.test, 5574);
        const auto w8a = import(data / "libsvm" / "w8a", "libsvm").info;
        QCOMPARE(w8a.train + w8a.test, 49749);
        QCOMPARE(w8a.features, 300);
        const auto news = import(data / "20news-18828.tar.xz", "text-folder").info;
        QCOMPARE(news.train + news.test, 18828);
    }
};

QTEST_APPLESS_MAIN(TestImportFormats)
#include "tst_import_formats.moc"
