// Opening, refusing and surviving: each way a workspace file can be unfit has its own sentence and changes
// nothing.
#include "core/store/dataset_store.h"
#include "core/store/model_store.h"
#include "core/store/settings_store.h"
#include "core/store/workspace.h"
#include "support/store_samples.h"

#include <QtTest>

#include <csignal>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace representer;

class TestWorkspace : public QObject {
    Q_OBJECT
private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aNewFileIsAWorkspace();
    void unfitFilesAreRefused_data();
    void unfitFilesAreRefused();
    void aMissingFileIsSaid();
    void aForeignDatabaseIsLeftAlone();
    void aNewerFormatIsRefused();
    void readOnlyModeWritesNothing();
    void aReadOnlyFileCanBeReadButNotChanged();
    void aReadOnlyFolderIsSaid();
    void aLockedFileIsSaid();
    void aFullDiskIsSaidAndChangesNothing();
    void aDamagedArrayIsFoundAndNamed();
    void aDamagedPageIsFound();
    void aTruncatedFileIsSaid();
    void killedImportsLeaveTheWorkspaceAsItWas();

private:
    QString file(const char* name) const { return m_folder->filePath(name); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

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

QString refusal(const QString& path, Workspace::Mode mode = Workspace::Mode::OpenOrCreate)
{
    return messageOf([&] { const Workspace workspace(path.toStdString(), mode); });
}

QByteArray contentOf(const QString& path)
{
    QFile opened(path);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray("unreadable");
}

void writeFile(const QString& path, const QByteArray& content)
{
    QFile opened(path);
    QVERIFY(opened.open(QIODevice::WriteOnly));
    opened.write(content);
}

// Runs `work` in a child process and returns its message: for limits and users that this process must not
// take on.
template<class Prepare, class Work>
QString messageInChild(Prepare prepare, Work work)
{
    int ends[2];
    if (::pipe(ends) != 0)
        return "no pipe";
    const pid_t child = ::fork();
    if (child == 0) {
        prepare();
        const QByteArray message = messageOf(work).toUtf8();
        if (::write(ends[1], message.constData(), static_cast<std::size_t>(message.size())) < 0)
            ::_exit(2);
        ::_exit(0);
    }
    ::close(ends[1]);
    QByteArray message;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;)
        message.append(buffer, got);
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? QString::fromUtf8(message)
                                                         : QString("the child died");
}

// The superuser may write anywhere; permissions are tested as nobody.
void becomeOrdinaryUser()
{
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 && (::setgid(nobody) != 0 || ::setuid(nobody) != 0))
        ::_exit(3);
}

} // namespace

void TestWorkspace::aNewFileIsAWorkspace()
{
    const QString path = file("new folder/deeper/w.rpx");
    {
        const Workspace workspace(path.toStdString());
        QVERIFY(!workspace.readOnly());
        QVERIFY(workspace.check().empty());
        SettingsStore(workspace).set("k", "v");
    }
    const Workspace again(path.toStdString(), Workspace::Mode::OpenExisting);
    QCOMPARE(*SettingsStore(again).get("k"), std::string("v"));
    QCOMPARE(QDir(file("new folder/deeper")).entryList({"*.new-*"}, QDir::Files).size(), 0);
}

void TestWorkspace::unfitFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("words");
    QTest::newRow("empty") << QByteArray() << "the file is empty";
    QTest::newRow("text") << QByteArray("1 1:0.5\n0 2:1\n") << "not a workspace";
    QTest::newRow("long text") << QByteArray(100000, 'x') << "not a workspace";
    QTest::newRow("header only") << QByteArray("SQLite format 3\0", 16) << "not a workspace";
    QTest::newRow("rubbish behind the magic")
        << QByteArray("SQLite format 3\0", 16) + QByteArray(8000, '\x5a') << "not a workspace";
}

void TestWorkspace::unfitFilesAreRefused()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, words);
    const QString path = file("w.rpx");
    writeFile(path, content);
    const QString message = refusal(path);
    QVERIFY2(message.contains(words) && message.contains(path), qPrintable(message));
    QCOMPARE(contentOf(path), content);
}

void TestWorkspace::aMissingFileIsSaid()
{
    const QString message = refusal(file("none.rpx"), Workspace::Mode::OpenExisting);
    QVERIFY2(message.contains("There is no workspace"), qPrintable(message));
    QVERIFY(!QFile::exists(file("none.rpx")));
    const QString folder = refusal(m_folder->path());
    QVERIFY2(folder.contains("it is a folder"), qPrintable(folder));
}

void TestWorkspace::aForeignDatabaseIsLeftAlone()
{
    // The smallest foreign SQLite file: a workspace whose application id is another one (bytes 68..71 of the
    // header).
    const QString path = file("w.rpx");
    {
        const Workspace workspace(path.toStdString());
    }
    QByteArray content = contentOf(path);
    content[68] = 0x12;
    writeFile(path, content);
    const QString message = refusal(path);
    QVERIFY2(message.contains("SQLite file of another program"), qPrintable(message));
    QCOMPARE(contentOf(path), content);
}

void TestWorkspace::aNewerFormatIsRefused()
{
    const QString path = file("w.rpx");
    {
        const Workspace workspace(path.toStdString());
    }
    QByteArray content = contentOf(path);
    content[62] = 0x03; // user_version, bytes 60..63: 768 + 2
    writeFile(path, content);
    const QString message = refusal(path);
    QVERIFY2(message.contains("newer version of this program (format 770"), qPrintable(message));
    QCOMPARE(contentOf(path), content);
}

void TestWorkspace::readOnlyModeWritesNothing()
{
    const QString path = file("w.rpx");
    {
        const Workspace workspace(path.toStdString());
        DatasetStore(workspace).add(samples::ratings("films"), {});
    }
    const QByteArray before = contentOf(path);
    {
        const Workspace workspace(path.toStdString(), Workspace::Mode::ReadOnly);
        QVERIFY(workspace.readOnly());
        QCOMPARE(DatasetStore(workspace).list().size(), std::size_t{1});
        DatasetStore(workspace).load("films");
        QVERIFY(workspace.check().empty());
        const QString message = messageOf([&] { DatasetStore(workspace).remove("films"); });
        QVERIFY2(message.contains("read-only"), qPrintable(message));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{"w.rpx"});
    }
    QCOMPARE(contentOf(path), before);
}

void TestWorkspace::aReadOnlyFileCanBeReadButNotChanged()
{
    const QString path = file("w.rpx");
    {
        const Workspace workspace(path.toStdString());
        DatasetStore(workspace).add(samples::ratings("films"), {});
    }
    ::chmod(m_folder->path().toUtf8().constData(), 0777);
    ::chmod(path.toUtf8().constData(), 0444);
    const QByteArray before = contentOf(path);
    const QString message = messageInChild(becomeOrdinaryUser, [&] {
        const Workspace workspace(path.toStdString());
        if (DatasetStore(workspace).list().size() != 1)
            throw Error(Error::Kind::Storage, "not listed");
        DatasetStore(workspace).add(samples::ratings("more"), {});
    });
    QVERIFY2(message.contains("Storing the dataset \"more\"") && message.contains("read-only"),
             qPrintable(message));
    QCOMPARE(contentOf(path), before);
}

void TestWorkspace::aReadOnlyFolderIsSaid()
{
    const QString path = file("w.rpx");
    {
        const Workspace workspace(path.toStdString());
    }
    ::chmod(path.toUtf8().constData(), 0666);
    ::chmod(m_folder->path().toUtf8().constData(), 0555);
    const QString existing = messageInChild(becomeOrdinaryUser, [&] {
        const Workspace workspace(path.toStdString());
        SettingsStore(workspace).set("k", "v");
    });
    const QString fresh =
        messageInChild(becomeOrdinaryUser, [&] { const Workspace workspace(file("x.rpx").toStdString()); });
    ::chmod(m_folder->path().toUtf8().constData(), 0777);
    QVERIFY2(existing.contains("read-only"), qPrintable(existing));
    QVERIFY2(fresh.contains("is read-only for you"), qPrintable(fresh));
    QVERIFY(!QFile::exists(file("x.rpx")));
}

void TestWorkspace::aLockedFileIsSaid()
{
    const QString path = file("w.rpx");
    const Workspace mine(path.toStdString());
    SettingsStore(mine).set("k", "before");
    int ready[2];
    int release[2];
    QVERIFY(::pipe(ready) == 0 && ::pipe(release) == 0);
    // Another process holds a write transaction open until it is told to stop.
    const pid_t child = ::fork();
    if (child == 0) {
        char byte = 0;
        try {
            const Workspace other(path.toStdString());
            const DatasetStore store(other);
            int calls = 0;
            store.add(
                samples::ratings("films"), TaskContext({}, [&](std::string_view, std::int64_t, std::int64_t) {
                    if (++calls == 3 && (::write(ready[1], "x", 1) < 0 || ::read(release[0], &byte, 1) < 0))
                        ::_exit(2);
                }));
        } catch (...) {
            ::_exit(3);
        }
        ::_exit(0);
    }
    char byte = 0;
    QVERIFY(::read(ready[0], &byte, 1) == 1);
    // Readers go on; a writer waits, can be cancelled while waiting, and then says why.
    QCOMPARE(*SettingsStore(mine).get("k"), std::string("before"));
    std::stop_source source;
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(250));
        source.request_stop();
    });
    QVERIFY_THROWS_EXCEPTION(
        Cancelled, DatasetStore(mine).add(samples::matrices("digits"), TaskContext(source.get_token(), {})));
    canceller.join();
    const QString message = messageOf([&] { SettingsStore(mine).set("k", "after"); });
    QVERIFY2(message.contains("another program is writing to it"), qPrintable(message));
    QVERIFY(::write(release[1], "x", 1) == 1);
    int status = 0;
    ::waitpid(child, &status, 0);
    QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    SettingsStore(mine).set("k", "after");
    QCOMPARE(DatasetStore(mine).list().size(), std::size_t{1});
}

void TestWorkspace::aFullDiskIsSaidAndChangesNothing()
{
    const QString path = file("w.rpx");
    {
        const Workspace workspace(path.toStdString());
        DatasetStore(workspace).add(samples::ratings("films"), {});
    }
    const auto limitFiles = [&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{1 << 20, 1 << 20};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    };
    const QString message = messageInChild(limitFiles, [&] {
        const Workspace workspace(path.toStdString());
        DatasetStore(workspace).add(samples::ratings("many", 4000, 400, 50), {});
    });
    QVERIFY2(message.contains("Storing the dataset \"many\"") && message.contains("no room left on the disk"),
             qPrintable(message));
    const Workspace workspace(path.toStdString());
    QCOMPARE(DatasetStore(workspace).list().size(), std::size_t{1});
    QVERIFY(workspace.check().empty());
}

void TestWorkspace::aDamagedArrayIsFoundAndNamed()
{
    const QString path = file("w.rpx");
    const Dataset dataset = samples::documents("posts");
    {
        const Workspace workspace(path.toStdString());
        DatasetStore(workspace).add(dataset, {});
    }
    QByteArray content = contentOf(path);
    const qsizetype place = content.indexOf("Rockets AND orbits");
    QVERIFY(place > 0);
    content[place + 2] = 'X';
    writeFile(path, content);
    const Workspace workspace(path.toStdString());
    const auto findings = workspace.check();
    QCOMPARE(findings.size(), std::size_t{1});
    const QString finding = QString::fromStdString(findings[0]);
    QVERIFY2(finding.contains("the dataset \"posts\"") && finding.contains("/texts") &&
                 finding.contains("import it again from /data/documents.tar.xz"),
             qPrintable(finding));
    const QString message =
        messageOf([&] { DatasetStore(workspace).load("posts", DatasetStore::Texts::Load); });
    QVERIFY2(message.contains("damaged") && message.contains("representer check"), qPrintable(message));
    DatasetStore(workspace).load("posts"); // what is whole still serves
}

void TestWorkspace::aDamagedPageIsFound()
{
    const QString path = file("w.rpx");
    {
        const Workspace workspace(path.toStdString());
        DatasetStore(workspace).add(samples::ratings("films", 2000, 400, 50), {});
        ModelStore(workspace).add(samples::linearModel("m", "films"));
    }
    const QByteArray whole = contentOf(path);
    constexpr qsizetype page = 16384;
    // Whatever page is overwritten, opening either refuses with a sentence or check() reports something (a
    // page that happens to be free is no damage), and nothing crashes.
    int reported = 0;
    const qsizetype pages = whole.size() / page;
    for (qsizetype number = 1; number < pages; number += 3) {
        QByteArray content = whole;
        for (qsizetype i = 0; i < 64; ++i)
            content[number * page + i] = static_cast<char>(content[number * page + i] ^ 0x5a);
        writeFile(path, content);
        const QString message = messageOf([&] {
            const Workspace workspace(path.toStdString(), Workspace::Mode::ReadOnly);
            const bool found = !workspace.check().empty();
            reported += found ? 1 : 0;
            const QString use = messageOf([&] {
                DatasetStore(workspace).list();
                DatasetStore(workspace).load("films");
                ModelStore(workspace).load("m");
            });
            QVERIFY2(found || use.isEmpty(), qPrintable(use));
        });
        reported += message.isEmpty() ? 0 : 1;
    }
    QVERIFY2(reported * 10 >= (pages - 1) / 3 * 9,
             qPrintable(QString("%1 of %2").arg(reported).arg(pages / 3)));
}

void TestWorkspace::aTruncatedFileIsSaid()
{
    const QString path = file("w.rpx");
    {
        const Workspace workspace(path.toStdString());
        DatasetStore(workspace).add(samples::ratings("films", 500, 400, 50), {});
    }
    const QByteArray whole = contentOf(path);
    writeFile(path, whole.left(whole.size() / 2));
    const QString message = messageOf([&] {
        const Workspace workspace(path.toStdString());
        if (workspace.check().empty())
            return;
        DatasetStore(workspace).load("films");
    });
    QVERIFY2(message.contains("damaged"), qPrintable(message));
}

void TestWorkspace::killedImportsLeaveTheWorkspaceAsItWas()
{
    const QString path = file("w.rpx");
    {
        const Workspace workspace(path.toStdString());
        DatasetStore(workspace).add(samples::ratings("before"), {});
    }
    const Dataset dataset = samples::documents("posts", 6000);
    QElapsedTimer timer;
    timer.start();
    {
        const Workspace scratch(file("scratch.rpx").toStdString());
        DatasetStore(scratch).add(dataset, {});
    }
    auto whole = static_cast<std::uint64_t>(timer.nsecsElapsed() / 1000); // microseconds
    Random random(20);
    int killed = 0;
    for (int round = 0; round < 20; ++round) {
        const pid_t child = ::fork();
        if (child == 0) {
            try {
                const Workspace workspace(path.toStdString());
                DatasetStore(workspace).add(dataset, {}, true);
            } catch (...) {
                ::_exit(1);
            }
            ::_exit(0);
        }
        ::usleep(static_cast<useconds_t>(random.below(whole)));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        if (WIFSIGNALED(status))
            ++killed;
        else
            whole -= whole / 4; // it is quicker than the first one was

        const Workspace workspace(path.toStdString());
        const auto findings = workspace.check();
        QVERIFY2(findings.empty(), findings.empty() ? "" : findings[0].c_str());
        const DatasetStore store(workspace);
        QVERIFY(store.find("before"));
        if (store.find("posts"))
            QCOMPARE(contentFingerprint(store.load("posts").content), dataset.info.fingerprint);
    }
    QVERIFY2(killed >= 5, qPrintable(QString::number(killed)));
    const Workspace workspace(path.toStdString());
    DatasetStore(workspace).add(dataset, {}, true);
    QCOMPARE(contentFingerprint(DatasetStore(workspace).load("posts").content), dataset.info.fingerprint);
    QVERIFY(workspace.check().empty());
}

QTEST_GUILESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
