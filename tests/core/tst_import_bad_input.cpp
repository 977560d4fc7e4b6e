#include "support/import_folder.h"

#include <QtTest>

using namespace representer;

class TestImportBadInput : public QObject {
    Q_OBJECT
private slots:
    void lines_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* format, const std::string& content,
                            const char* place, const char* sentence) {
            QTest::newRow(name) << QString(format)
                                << QByteArray(content.data(), static_cast<int>(content.size()))
                                << QString(place) << QString(sentence);
        };
        row("empty file", "", "", "file: ", "the file is empty");
        row("only comments", "libsvm", "# nothing\n\n", "file: ", "has no rows");
        row("binary rubbish", "", std::string("\x01\x02\xfe\x00\x80zz", 7), "file:1:1: ", "\\x01\\x02");
        row("UTF-16", "",
            std::string("\xff\xfe"
                        "1\0 \0",
                        6),
            "file:1:1: ", "iconv -f UTF-16");
        row("NaN", "", "1 1:2\n-1 1:nan\n", "file:2:6: ", "the value \"nan\" of feature 1 is not a finite");
        row("infinity", "", "1 1:2\n-1 1:-inf\n",
            "file:2:6: ", "the value \"-inf\" of feature 1 is not a finite");
        row("too large", "", "1 1:1e400 2:1\n-1 1:1\n", "file:1:5: ", "the value \"1e400\" of feature 1");
        row("hexadecimal", "", "1 3:0x10\n-1 1:1\n", "file:1:5: ", "the value \"0x10\" of feature 3");
        row("overflowing id", "", "1 1:1\n-1 99999999999999999999:1\n",
            "file:2:4: ", "\"99999999999999999999\" is larger than 2147483646");
        row("id just too large", "", "1 1:1\n-1 2147483647:1\n", "file:2:4: ", "is larger than 2147483646");
        row("negative id", "", "1 1:1\n-1 -4:1\n", "file:2:4: ", "\"-4:1\" is negative");
        row("unsorted", "", "1 1:1\n-1 5:1 3:2\n",
            "file:2:8: ", "feature 3 stands after feature 5 (\"3:2\")");
        row("twice", "", "1 1:1\n-1 5:1 5:2\n", "file:2:8: ", "feature 5 stands twice in this row (\"5:2\")");
        row("label", "libsvm", "1 1:1\nspam 1:1\n",
            "file:2:1: ", "the label \"spam\" is not a finite number");
        row("label nan", "libsvm", "nan 1:1\n", "file:1:1: ", "the label \"nan\"");
        row("several labels", "libsvm", "1,2 1:1\n", "file:1:1: ", "names several classes");
        row("no colon", "libsvm", "1 1:1\n-1 7\n", "file:2:4: ", "\"7\" is not \"index:value\"");
        row("NUL byte", "libsvm", std::string("1 1:1\n-1 1:\0\n", 13), "file:2:6: ", "\"\\x00\"");
        row("mixed line ends", "libsvm", "1 1:1\r\n-1 1:2\r1 1:3\n-1 1:x\n", "file:4:6: ", "the value \"x\"");
        row("one class", "", "1 1:1\n1 2:1\n", "file: ", "all rows are of one class (1)");
        row("three classes", "", "1 1:1\n2 2:1\n3 1:1\n", "file: ", "has 3 classes (1, 2, 3)");
        row("rating above the scale", "movielens", "1::1::5::1\n1::2::9::2\n2::1::3::3\n",
            "file: ", "the rating 9 of user \"1\" for item \"2\" lies outside the scale 1-5");
        row("rating below the scale", "movielens", "1::1::5::1\n1::2::-1::2\n2::1::3::3\n",
            "file: ", "lies outside the scale 0.5-5");
        row("labels only", "libsvm", "1\n-1\n", "file: ", "no row has an \"index:value\" entry");
        row(
            "measurements", "libsvm",
            [] {
                std::string text;
                for (int i = 0; i < 1100; ++i)
                    text += std::to_string(i) + " 1:1\n";
                return text;
            }(),
            "file: ", "more than 1,000 different labels");
        row("one user", "", "7::1::5::0\n7::2::3::0\n7::3::4::0\n",
            "file: ", "all 3 ratings are of one user (\"7\")");
        row("one item", "", "1::7::5::0\n2::7::3::0\n", "file: ", "all 2 ratings are of one item (\"7\")");
        row("rating nan", "movielens", "1::1::5::0\n2::1::nan::0\n",
            "file:2:7: ", "the rating \"nan\" is not");
        row("rating 1e400", "movielens", "1::1::5::0\n2::1::1e400::0\n",
            "file:2:7: ", "the rating \"1e400\" is not");
        row("too few fields", "movielens", "1::1::5::0\n2::1\n",
            "file:2:1: ", "has 2 fields where at least 3");
        row("empty id", "movielens", "1::1::5::0\n::1::3::0\n", "file:2:1: ", "the id is empty");
        row("NUL in id", "movielens", std::string("1::1::5::0\n2\0::1::3::0\n", 23),
            "file:2:1: ", "\"2\\x00\" has a NUL");
        row("time", "movielens", "1::1::5::0\n2::1::3::yesterday\n", "file:2:10: ", "the time \"yesterday\"");
        row("open quote", "csv", "label,text\nham,\"hello\nspam,buy\n", "file:2:5: ", "is never closed");
        row("after quote", "csv", "label,text\nham,\"hello\"x\nspam,buy\n",
            "file:2:5: ", "is followed by \"x");
        row("no columns", "csv", "a,b,c\nx,y,z\n", "file:1:1: ", "--columns");
        row("empty label", "csv", "label,text\n,hello\nspam,buy\n", "file:2:1: ", "the label is empty");
        row("no tab", "label-text", "ham\thello\nspam buy\n",
            "file:2:1: ", "\"spam buy\" has no label and tab");
        row("one class of text", "label-text", "ham\thello\nham\tyou\n",
            "file: ", "all rows are of one class (ham)");
        row("no words", "label-text", "ham\t!\nspam\t?\nham\t!\nspam\t?\n", "",
            "No word occurs in at least 1");
        row("JSON", "amazon", "{\"reviewerID\":\"A\",\"asin\":\"B\",\"overall\":5}\n{\"reviewerID\":\n",
            "file:2:1: ", "is not a JSON object");
        row("JSON without rating", "amazon", "{\"reviewerID\":\"A\",\"asin\":\"B\"}\n",
            "file:1:1: ", "no number in \"overall\"");
        row("JSON without user", "amazon", "{\"asin\":\"B\",\"overall\":5}\n",
            "file:1:1: ", "no \"reviewerID\"");
        row("digits", "digits", "1,2,3\n", "file:1:1: ", "has 3 fields where 64 pixels");
        row("no such format", "wordperfect", "x", "", "There is no format called \"wordperfect\"");
    }
    void lines()
    {
        QFETCH(QString, format);
        QFETCH(QByteArray, content);
        QFETCH(QString, place);
        QFETCH(QString, sentence);
        const ImportFolder folder;
        const auto path = folder.write("file", content.toStdString());
        const auto message = QString::fromStdString(messageOf(requestFor(path, format.toStdString())));
        QVERIFY2(message.contains(sentence), qPrintable(message));
        if (!place.isEmpty())
            QVERIFY2(message.startsWith(QString::fromStdString(folder.root().string()) + "/" + place),
                     qPrintable(message));
        QVERIFY(message.size() < 600);
    }

    void pathsThatAreSomethingElse()
    {
        const ImportFolder folder;
        const auto file = folder.write("some/file", "1 1:1\n-1 1:2\n");
        folder.write("some/other", "1 1:1\n");
        QVERIFY(messageOf(requestFor(folder.root() / "none")).find("there is no such file or folder") !=
                std::string::npos);
        QVERIFY(messageOf(requestFor(folder.root() / "some", "libsvm"))
                    .find("is a folder where a file is meant") != std::string::npos);
        QVERIFY(messageOf(requestFor(file, "text-folder")).find("is a file where a folder") !=
                std::string::npos);
        std::filesystem::create_directory(folder.root() / "empty");
        QVERIFY(messageOf(requestFor(folder.root() / "empty")).find("the folder is empty") !=
                std::string::npos);
        QVERIFY(messageOf(requestFor("/dev/null")).find("is neither a file nor a folder") !=
                std::string::npos);
    }

    void truncatedGzip()
    {
        const ImportFolder folder;
        std::string rows;
        for (int i = 0; i < 5000; ++i)
            rows +=
                (i % 2 ? "1 " : "-1 ") + std::to_string(1 + i * 7 % 1000) + ":0." + std::to_string(i) + "\n";
        const auto whole = folder.compress("rows.gz", rows);
        QCOMPARE(messageOf(requestFor(whole)), std::string());
        std::filesystem::resize_file(whole, std::filesystem::file_size(whole) / 2);
        const auto message = messageOf(requestFor(whole));
        QVERIFY2(message.find("it is cut off or damaged") != std::string::npos, message.c_str());
    }

    void archiveThatUnfoldsTooFar()
    {
        const ImportFolder folder;
        auto request = requestFor(
            folder.pack("bomb.zip", {{"rows.txt", "1 1:1\n-1 1:2\n" + std::string(4 << 20, '\n')}}));
        QCOMPARE(messageOf(request), std::string());
        request.expansionLimit = 1 << 20;
        const auto message = messageOf(request);
        QVERIFY2(message.find("unpacks to more than 1048576 bytes") != std::string::npos, message.c_str());
        QVERIFY(message.find("--expansion-limit") != std::string::npos);
    }

    void archiveWithPathsLeadingOut_data()
    {
        QTest::addColumn<QString>("member");
        QTest::newRow("parent") << "../evil";
        QTest::newRow("inside") << "a/../../evil";
        QTest::newRow("absolute") << "/etc/evil";
        QTest::newRow("backslash") << "..\\evil";
    }
    void archiveWithPathsLeadingOut()
    {
        QFETCH(QString, member);
        const ImportFolder folder;
        const auto path = folder.pack("a.tar.gz", {{"a/1", "x"}, {member.toStdString(), "1 1:1\n"}});
        const auto message = messageOf(requestFor(path));
        QVERIFY2(message.find("leads out of the archive") != std::string::npos, message.c_str());
    }

    void veryLongLine()
    {
        const ImportFolder folder;
        const auto message =
            messageOf(requestFor(folder.write("long", "1 1:1\n" + std::string(100 << 20, 'x')), "libsvm"));
        QVERIFY2(message.find("long:2:1: the label \"xxxx") != std::string::npos, message.c_str());
        QVERIFY(message.size() < 400);
        const auto text = messageOf(
            requestFor(folder.write("long", "ham\t" + std::string(100 << 20, 'x') + "\nspam\ty\n")));
        QVERIFY2(text.find("is 100 MB long") != std::string::npos, text.c_str());
    }

    void tenMillionColumnsInOneRowAreKeptAndSaid()
    {
        const ImportFolder folder;
        std::string text = "-1 1:1\n1";
        text.reserve(110 << 20);
        for (int i = 1; i <= 10'000'000; ++i) {
            text += ' ';
            text += std::to_string(i);
            text += ":1";
        }
        auto request = requestFor(folder.write("wide", text));
        request.testFraction = 0;
        const auto dataset = readDataset(request);
        QCOMPARE(dataset.info.features, 10'000'000);
        QVERIFY(warned(dataset, "Line 2 has 10000000 entries: is a line break missing?"));
    }

    void zeroIdsMeanCountingFromZero()
    {
        const ImportFolder folder;
        const auto dataset =
            readDataset(requestFor(folder.write("zero", "1 0:1 2:1\n-1 1:1\n1 1:2\n-1 0:4\n")));
        QVERIFY(warned(dataset, "count from 0"));
        QCOMPARE(dataset.info.features, 3);
    }

    void testFeaturesNeverTrainedOnAreKeptAndSaid()
    {
        const ImportFolder folder;
        auto request = requestFor(folder.write("train", "1 1:1\n-1 2:1\n"));
        request.testPaths = {folder.write("test", "1 1:1 9:3\n-1 5:1\n")};
        const auto dataset = readDataset(request);
        QCOMPARE(dataset.info.features, 9);
        const auto& data = std::get<DocumentData>(dataset.content);
        QCOMPARE(data.train.x.cols(), 9);
        QCOMPARE(data.test.x.coeff(0, 8), 3.0);
        QVERIFY(warned(dataset, "2 features of the test file occur in no training row; they are kept"));
        request.testPaths = {folder.write("test", "1 1:1\n0 5:1\n")};
        QVERIFY(messageOf(request).find("test:2:1: the label \"0\" does not occur in training") !=
                std::string::npos);
    }

    void optionsThatDoNotFit()
    {
        const ImportFolder folder;
        auto request = requestFor(folder.write("rows", "1 1:1\n-1 2:1\n"));
        request.holdoutPerUser = 1;
        QVERIFY(messageOf(request).find("--holdout-per-user is for ratings") != std::string::npos);
        request.holdoutPerUser = 0;
        request.testFraction = 1.5;
        QVERIFY(messageOf(request).find("--test-fraction 1.5 is not a share") != std::string::npos);
        request.testFraction.reset();
        request.positive = {"7"};
        QVERIFY(messageOf(request).find("--positive \"7\" fits no class") != std::string::npos);
        request.positive = {"*"};
        QVERIFY(messageOf(request).find("fits every class") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestImportBadInput)
#include "tst_import_bad_input.moc"
