#include "support/document_workspace.h"
#include "ui/window_fixture.h"

#include "core/store/model_store.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/pages/explain/explain_exports.h"
#include "ui/pages/explain/explanation_charts.h"
#include "ui/pages/explain/sample_detail.h"
#include "ui/pages/explain/sample_tables.h"
#include "ui/pages/explain_page.h"
#include "ui/pages/start_page.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/message_bar.h"
#include "ui/workbench/annotations.h"
#include "ui/workbench/saved_views.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace representer;

namespace {

constexpr int patience = 60000;

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Every sentence the window says in a bar.
QString told(const QWidget& window)
{
    QString all;
    for (const MessageBar* bar : window.findChildren<MessageBar*>())
        all += bar->text();
    return all;
}

// For root nothing is read-only: the test goes on as somebody else, and back.
class OrdinaryUser {
public:
    OrdinaryUser()
    {
        constexpr uid_t nobody = 65534;
        m_changed = ::geteuid() == 0 && ::setresuid(nobody, nobody, 0) == 0;
    }
    ~OrdinaryUser()
    {
        if (m_changed && ::setresuid(0, 0, 0) != 0)
            qFatal("cannot become root again");
    }

private:
    bool m_changed = false;
};

// Files larger than this cannot be written: the same error path as a full disk.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes)
    {
        m_signal = std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_signal);
    }

private:
    rlimit m_before{};
    void (*m_signal)(int) = SIG_DFL;
};

} // namespace

// What the window does when the world does not cooperate: a sentence, nothing lost, no crash.
class TestBadInput final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { isolateSettings(); }
    void init()
    {
        QSettings().clear();
        m_files.emplace();
    }
    void cleanup()
    {
        m_window.reset();
        m_files.reset();
    }

    void aFolderOfRubbishIsRefused()
    {
        openWindow();
        const QString folder = m_files->file(QStringLiteral("rubbish"));
        QVERIFY(QDir().mkpath(folder + QStringLiteral("/deeper")));
        for (const char* name : {"a.bin", "b.exe", "deeper/c.dat"}) {
            QFile file(folder + QLatin1Char('/') + QLatin1String(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray("\x00\xff\xfe\x01rubbish\x00", 12));
        }
        m_window->findChild<StartPage*>()->importFiles({folder});
        QTRY_VERIFY(m_window->findChild<ImportDialog*>());
        auto* dialog = m_window->findChild<ImportDialog*>();
        QSignalSpy previewed(dialog, &ImportDialog::previewed);
        QVERIFY(previewed.count() > 0 || previewed.wait(patience));
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("import"))->isEnabled());
        QString said;
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            if (label->property("role").toString() == QStringLiteral("error") && label->isVisibleTo(dialog))
                said += label->text();
        for (const MessageBar* bar : dialog->findChildren<MessageBar*>())
            said += bar->text();
        QVERIFY2(said.contains(QStringLiteral("None of the formats")), qPrintable(said));
        QCOMPARE(m_window->workbench().datasets().size(), std::size_t(1));
    }

    void aReadOnlyWorkspaceIsBrowsed()
    {
        const QByteArray path = QFile::encodeName(QString::fromStdString(m_files->path().string()));
        const QByteArray folder =
            QFile::encodeName(QString::fromStdString(m_files->path().parent_path().string()));
        ::chmod(path.constData(), 0444);
        ::chmod(folder.constData(), 0555);
        {
            const OrdinaryUser user;
            openWindow();
            QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().explanation(), patience);
            QVERIFY(m_window->workbench().readOnly());
            QVERIFY2(told(*m_window).contains(QStringLiteral("read-only")), qPrintable(told(*m_window)));
            for (int page = 0; page < 8; ++page) {
                m_window->showPage(static_cast<PageId>(page));
                QTest::qWait(50);
            }
            m_window->showPage(PageId::Explain);
            DataTable& up = explain().tables().up();
            up.setCurrentIndex(up.model()->index(0, 0));
            QTRY_VERIFY(!explain().detail().loading());
            // Keeping something fails with a sentence, and what was there is still on screen.
            QSignalSpy failed(&m_window->workbench().annotations(), &Annotations::failed);
            m_window->workbench().annotations().setNote(DatasetRow{Part::Train, 0}, QStringLiteral("not kept"));
            QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience);
            QVERIFY2(failed[0][0].toString().contains(QStringLiteral("read-only")),
                     qPrintable(failed[0][0].toString()));
            QVERIFY(m_window->workbench().explanation());
            m_window.reset();
        }
        ::chmod(folder.constData(), 0755);
        ::chmod(path.constData(), 0644);
    }

    void twoWindowsShareAWorkspace()
    {
        openWindow();
        MainWindow other(m_files->path());
        other.show();
        other.showExplanationOfFirstPoint();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().explanation() && other.workbench().explanation(),
                                 patience);
        const DatasetRow row{Part::Train, 1};
        m_window->workbench().annotations().setNote(row, QStringLiteral("mine"));
        QTRY_VERIFY(!m_window->workbench().annotations().storing());
        other.workbench().annotations().setNote(DatasetRow{Part::Train, 2}, QStringLiteral("theirs"));
        QTRY_VERIFY(!other.workbench().annotations().storing());
        m_window->workbench().views().save(QStringLiteral("shared"));
        QTRY_VERIFY(!m_window->workbench().views().storing());
        other.workbench().reloadIfChanged();
        QTRY_COMPARE(other.workbench().views().views().size(), std::size_t(1));
        const auto notes = NoteStore(Workspace(m_files->path())).list("letters");
        QCOMPARE(notes.size(), std::size_t(2));
    }

    void aModelIsRemovedUnderItsExplanation()
    {
        openWindow();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().explanation(), patience);
        ModelStore(Workspace(m_files->path())).remove("l1"); // by another window or the command line
        m_window->workbench().reloadIfChanged();
        QTRY_VERIFY_WITH_TIMEOUT(told(*m_window).contains(QStringLiteral("was removed")), patience);
        // What is on screen stays and can be used: another point, its detail, an export.
        QVERIFY(m_window->workbench().explanation());
        const auto before = m_window->workbench().explanation();
        m_window->workbench().setPoint(DatasetRow{Part::Test, 3});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().explanation() != before, patience);
        DataTable& up = explain().tables().up();
        up.setCurrentIndex(up.model()->index(0, 0));
        QTRY_VERIFY(!explain().detail().loading());
        explain().exports().writeShownRows(m_files->file(QStringLiteral("rest.csv")));
        QVERIFY(!contentOf(m_files->file(QStringLiteral("rest.csv"))).isEmpty());
    }

    void aFullDiskSparesTheOlderExport()
    {
        openWindow();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().explanation(), patience);
        QSignalSpy failed(&explain().exports(), &ExplainExports::failed);
        const QString path = m_files->file(QStringLiteral("export.csv"));
        explain().exports().writeShownRows(path);
        const QByteArray older = contentOf(path);
        QVERIFY(!older.isEmpty());
        const QStringList files = QDir(QFileInfo(path).path()).entryList(QDir::Files | QDir::Hidden);
        {
            const FullDisk disk(512);
            explain().exports().writeShownRows(path);
            QCOMPARE(failed.count(), 1);
            for (const char* ending : {"png", "svg", "pdf"}) {
                QString message;
                try {
                    explain().charts().currentView().exportTo(
                        m_files->file(QStringLiteral("chart.") + QLatin1String(ending)));
                } catch (const Error& error) {
                    message = QString::fromUtf8(error.what());
                }
                QVERIFY2(message.contains(QStringLiteral("chart.")), ending);
            }
            QSignalSpy ended(&m_window->jobs(), &JobList::ended);
            explain().exports().writeCurrentReport(m_files->file(QStringLiteral("report.pdf")));
            QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, patience);
            QCOMPARE(m_window->jobs().jobs().front()->state(), Job::State::Failed); // stays until it is read
        }
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("export.csv")));
        QVERIFY2(told(*m_window).contains(QStringLiteral("export.csv")), qPrintable(told(*m_window)));
        QCOMPARE(contentOf(path), older);
        QCOMPARE(QDir(QFileInfo(path).path()).entryList(QDir::Files | QDir::Hidden),
                 files);                          // no half file either
        explain().exports().writeShownRows(path); // and afterwards all is well
        QCOMPARE(failed.count(), 1);
    }

private:
    void openWindow()
    {
        m_window = std::make_unique<MainWindow>(m_files->path());
        m_window->resize(1366, 768);
        m_window->show();
        m_window->showExplanationOfFirstPoint();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->workbench().reloading(), patience);
    }
    ExplainPage& explain() const { return *m_window->findChild<ExplainPage*>(); }

    std::optional<DocumentWorkspace> m_files;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestBadInput)
#include "tst_bad_input.moc"
