#include "core/base/error.h"
#include "core/importers/npy.h"

#include <QtTest>

#include <algorithm>
#include <cstring>

using namespace representer;

namespace {

template<class T>
std::string raw(const std::vector<T>& values, bool bigEndian)
{
    std::string bytes;
    for (const T value : values) {
        std::string one(sizeof(T), '\0');
        std::memcpy(one.data(), &value, sizeof(T));
        if (bigEndian)
            std::reverse(one.begin(), one.end());
        bytes += one;
    }
    return bytes;
}

std::string npy(int version, const std::string& descr, bool fortran, const std::string& shape,
                const std::string& data)
{
    std::string dict = "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                       ", 'shape': " + shape + ", }\n";
    std::string bytes = "\x93NUMPY";
    bytes += static_cast<char>(version);
    bytes += '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
        bytes += static_cast<char>((dict.size() >> (8 * i)) & 0xff);
    return bytes + dict + data;
}

QString messageOf(const std::string& bytes)
{
    try {
        parseNpy(bytes, "a.npy");
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace

class TestNpy : public QObject {
    Q_OBJECT
private slots:
    void readsTypesAndOrders_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<QByteArray>("descr");
        QTest::addColumn<QByteArray>("data");
        const auto row = [](const char* name, int version, const std::string& data) {
            QTest::newRow((std::string(name) + " v" + std::to_string(version)).c_str())
                << version << QByteArray(name) << QByteArray(data.data(), static_cast<int>(data.size()));
        };
        for (const bool big : {false, true}) {
            const std::string order = big ? ">" : "<";
            row((order + "f4").c_str(), 1, raw<float>({1, 2, 3, -4, 5, 6}, big));
            row((order + "f8").c_str(), 2, raw<double>({1, 2, 3, -4, 5, 6}, big));
            row((order + "i4").c_str(), 3, raw<std::int32_t>({1, 2, 3, -4, 5, 6}, big));
            row((order + "i8").c_str(), 1, raw<std::int64_t>({1, 2, 3, -4, 5, 6}, big));
            row((order + "i2").c_str(), 1, raw<std::int16_t>({1, 2, 3, -4, 5, 6}, big));
        }
        row("|i1", 1, raw<std::int8_t>({1, 2, 3, -4, 5, 6}, false));
    }
    void readsTypesAndOrders()
    {
        QFETCH(int, version);
        QFETCH(QByteArray, descr);
        QFETCH(QByteArray, data);
        const auto c =
            parseNpy(npy(version, descr.toStdString(), false, "(2, 3)", data.toStdString()), "a.npy");
        QCOMPARE(c.shape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(c.values, (std::vector<double>{1, 2, 3, -4, 5, 6}));
        const auto f =
            parseNpy(npy(version, descr.toStdString(), true, "(2, 3)", data.toStdString()), "a.npy");
        QCOMPARE(f.values, (std::vector<double>{1, 3, 5, 2, -4, 6})); // columns (1,2), (3,-4), (5,6)
    }
    void fortranOrderOfThreeDimensions()
    {
        std::vector<double> data(24);
        for (std::size_t i = 0; i < 24; ++i)
            data[i] = static_cast<double>(i);
        const auto a = parseNpy(npy(1, "<f8", true, "(2, 3, 4)", raw(data, false)), "a.npy");
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                for (std::size_t k = 0; k < 4; ++k)
                    QCOMPARE(a.values[(i * 3 + j) * 4 + k], static_cast<double>(i + 2 * (j + 3 * k)));
    }
    void truthValuesAndSingleNumbers()
    {
        const auto b = parseNpy(npy(1, "|b1", false, "(3,)", std::string("\1\0\1", 3)), "a.npy");
        QCOMPARE(b.values, (std::vector<double>{1, 0, 1}));
        QVERIFY(b.whole);
        QCOMPARE(parseNpy(npy(1, "<f8", false, "()", raw<double>({7}, false)), "a.npy").values,
                 std::vector<double>{7});
    }
    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& bytes, const char* expected) {
            QTest::newRow(name) << QByteArray(bytes.data(), static_cast<int>(bytes.size()))
                                << QString(expected);
        };
        row("no magic", "hello world", "is no .npy file");
        row("cut header", npy(1, "<f8", false, "(2,)", "").substr(0, 30), "ends inside its .npy header");
        row("cut data", npy(1, "<f8", false, "(2, 3)", raw<double>({1, 2}, false)), "ends after 2 values");
        row("huge shape", npy(1, "<f8", false, "(4611686018427387904, 16)", raw<double>({1}, false)),
            "ends after 1");
        row("no data", npy(1, "<f8", false, "()", ""), "cut off");
        row("text type", npy(1, "<U5", false, "(1,)", std::string(20, 'a')), "holds values of type \"<U5\"");
        row("negative shape", npy(1, "<f8", false, "(-2,)", ""), "not made of whole numbers");
        row("version 9", npy(9, "<f8", false, "(1,)", ""), "version 9");
    }
    void saysWhatIsWrong()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        const auto message = messageOf(bytes.toStdString());
        QVERIFY2(message.contains(expected), qPrintable(message));
        QVERIFY(message.startsWith("a.npy: "));
    }
};

QTEST_APPLESS_MAIN(TestNpy)
#include "tst_npy.moc"
