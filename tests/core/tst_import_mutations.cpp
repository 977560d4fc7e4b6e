#include "core/base/random.h"
#include "core/importers/npy.h"
#include "support/import_folder.h"

#include <QtTest>

using namespace representer;

namespace {

// Overwrites, inserts, deletes, repeats and cuts, a few times each.
std::string mutated(std::string text, Random& random)
{
    static const std::vector<std::string> tokens{
        ":",     "::",  "\t",   "\"",  ",",           "\n", "\r", "-",
        "1e400", "nan", "\\",   "{",   "}",           "0",  "#",  "999999999999999999999",
        "\xff",  "../", "\xc3", "qid", "\xef\xbb\xbf"};
    for (auto times = 1 + random.below(6); times > 0; --times) {
        const auto at = static_cast<std::size_t>(random.below(text.size() + 1));
        const auto length = static_cast<std::size_t>(random.below(8));
        switch (random.below(6)) {
        case 0:
            if (at < text.size())
                text[at] = static_cast<char>(random.below(256));
            break;
        case 1:
            text.insert(at, tokens[random.below(tokens.size())]);
            break;
        case 2:
            text.erase(at, length);
            break;
        case 3:
            text.insert(at, text.substr(at, length * 4));
            break;
        case 4:
            text.resize(at);
            break;
        default:
            text.insert(at, 1, '\0');
        }
    }
    return text;
}

std::string digitsRow(char label)
{
    std::string row;
    for (int k = 0; k < 64; ++k)
        row += "3,";
    return row + label + "\n";
}

std::string smallNpy()
{
    const std::string dict = "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2, 2), }\n";
    return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(dict.size()) + '\0' + dict +
           std::string(32, '\x3f');
}

} // namespace

// Thousands of damaged files: each is read or refused with a sentence, never a crash. The seed is fixed.
class TestImportMutations : public QObject {
    Q_OBJECT
private slots:
    void damagedFiles_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("content");
        const auto row = [](const char* format, const std::string& content) {
            QTest::newRow(format) << QString(format)
                                  << QByteArray(content.data(), static_cast<int>(content.size()));
        };
        row("libsvm", "# head\n+1 1:0.5 3:-2e-3 qid:4\r\n-1 2:1 # end\n1 1:7\n-1 1:123456789.123456789\n");
        row("movielens", "1::10::5::100\n1::20::3.5::101\n2::10::4::103\n2::20::2::104\n3::20::1::0\n");
        row("csv",
            "user,item,rating,time\nu1,\"a, \"\"b\"\"\",4,1\nu2,c,2,2\nu1,c,3,3\nu2,\"two\nlines\",5,4\n");
        row("label-text",
            "ham\tHello W\xc3\xb6rld\nspam\tBuy \xff now\nham\tok fine\nspam\tfree money now\n");
        row("amazon", "{\"overall\": 5.0, \"reviewerID\": \"A1\", \"asin\": \"B1\", \"unixReviewTime\": 7}\n"
                      "{\"overall\": 2.0, \"reviewerID\": \"A2\", \"asin\": \"B2\"}\n");
        row("digits", digitsRow('4') + digitsRow('9') + digitsRow('4') + digitsRow('9'));
        row("", "1 1:2\n-1 2:3\n1 1:1\n-1 1:9\n");
    }
    void damagedFiles()
    {
        QFETCH(QString, format);
        QFETCH(QByteArray, content);
        const ImportFolder folder;
        const auto request = requestFor(folder.root() / "file", format.toStdString());
        Random random(2023);
        int refused = 0;
        constexpr int Rounds = 300;
        for (int i = 0; i < Rounds; ++i) {
            folder.write("file", mutated(content.toStdString(), random));
            try {
                const auto dataset = readDataset(request);
                QVERIFY(dataset.info.train > 0);
            } catch (const Error& error) {
                ++refused;
                QVERIFY2(std::string_view(error.what()).size() < 2000, error.what());
            }
            previewImport(request, 5);
        }
        QVERIFY(refused > 0);
        QVERIFY(refused < Rounds);
    }

    void damagedArchives()
    {
        const ImportFolder folder;
        const auto read = [](const std::filesystem::path& path) {
            std::ifstream file(path, std::ios::binary);
            return std::string(std::istreambuf_iterator<char>(file), {});
        };
        const std::vector<std::string> originals{
            read(folder.pack("a.zip", {{"a/x/1", "hello there"}, {"a/y/2", "good bye"}})),
            read(folder.pack("a.tar.gz", {{"a/x/1", "hello there"}, {"a/y/2", "good bye"}})),
            read(folder.compress("a.gz", "1 1:1\n-1 1:2\n"))};
        Random random(2024);
        for (const auto& original : originals)
            for (int i = 0; i < 150; ++i) {
                const auto request = requestFor(folder.write("file", mutated(original, random)));
                messageOf(request);
            }
    }

    void damagedArrays()
    {
        Random random(2025);
        for (int i = 0; i < 5000; ++i) {
            try {
                const auto array = parseNpy(mutated(smallNpy(), random), "a.npy");
                QVERIFY(array.values.size() <= 64);
            } catch (const Error&) {
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestImportMutations)
#include "tst_import_mutations.moc"
