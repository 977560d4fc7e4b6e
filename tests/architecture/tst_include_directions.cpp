// The layers of the project, read from the #include lines: an arrow against the direction fails here.
#include <QtTest>

class TestIncludeDirections : public QObject {
    Q_OBJECT
private slots:
    void everyIncludePointsDownwards_data();
    void everyIncludePointsDownwards();
};

namespace {
// Folder -> folders its files may include, besides itself.
const QMap<QString, QStringList>& allowed()
{
    static const QMap<QString, QStringList> map = [] {
        QMap<QString, QStringList> m;
        m["core/base"] = {};
        m["core/data"] = {"core/base"};
        m["core/models"] = {"core/base", "core/data"};
        const QStringList values{"core/base", "core/data", "core/models"};
        m["core/trainers"] = values;
        m["core/explainers"] = values;
        m["core/studies"] = values + QStringList{"core/trainers", "core/explainers"};
        m["core/importers"] = values + QStringList{"core/trainers"};
        m["core/exporters"] = values + QStringList{"core/trainers", "core/explainers", "core/studies"};
        m["core/store"] = m["core/exporters"];
        m["core/operations"] = m["core/exporters"] + QStringList{"core/importers", "core/exporters", "core/store"};
        const QStringList core = m["core/operations"] + QStringList{"core/operations"};
        m["ui"] = core;
        m["app"] = core + QStringList{"ui"};
        return m;
    }();
    return map;
}

QString layerOf(const QString& path)
{
    const QStringList parts = path.split('/');
    return parts[0] == "core" ? parts.mid(0, 2).join('/') : parts[0];
}
} // namespace

void TestIncludeDirections::everyIncludePointsDownwards_data()
{
    QTest::addColumn<QString>("folder");
    for (const auto& folder : {"core", "ui", "app"})
        QTest::newRow(folder) << QString(folder);
}

void TestIncludeDirections::everyIncludePointsDownwards()
{
    QFETCH(QString, folder);
    const QDir root(QStringLiteral(SOURCE_DIR));
    static const QRegularExpression own(R"(^\s*#\s*include\s+"((?:core|ui|app)/[^"]+)\")");
    static const QRegularExpression qt(R"(^\s*#\s*include\s+<(Q[A-Z]|Qt|qcustomplot))");
    QDirIterator files(root.filePath(folder), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    int read = 0;
    while (files.hasNext()) {
        const QString path = root.relativeFilePath(files.next());
        const QString from = layerOf(path);
        QVERIFY2(allowed().contains(from), qPrintable(path + ": its folder is not one of the layers"));
        QFile file(root.filePath(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        int number = 0;
        while (!file.atEnd()) {
            const QString line = QString::fromUtf8(file.readLine());
            ++number;
            const QString where = QString("%1:%2: ").arg(path).arg(number);
            if (folder == "core")
                QVERIFY2(!qt.match(line).hasMatch(), qPrintable(where + "core knows no Qt header"));
            const auto match = own.match(line);
            if (!match.hasMatch())
                continue;
            const QString to = layerOf(match.captured(1));
            QVERIFY2(to == from || allowed()[from].contains(to),
                     qPrintable(where + from + " must not include " + match.captured(1)));
        }
        ++read;
    }
    QVERIFY2(read > 0, "no file was read");
}

QTEST_GUILESS_MAIN(TestIncludeDirections)
#include "tst_include_directions.moc"
