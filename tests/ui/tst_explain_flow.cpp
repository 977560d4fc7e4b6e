#include "support/document_workspace.h"
#include "ui/jobs/job_list.h"
#include "ui/models/roles.h"
#include "ui/pages/deletion/study_form.h"
#include "ui/pages/deletion_page.h"
#include "ui/pages/explain/explain_exports.h"
#include "ui/pages/explain/explanation_charts.h"
#include "ui/pages/explain/prediction_header.h"
#include "ui/pages/explain/sample_detail.h"
#include "ui/pages/explain/sample_tables.h"
#include "ui/pages/explain_page.h"
#include "ui/pages/triage_page.h"
#include "ui/plots/plot_view.h"
#include "ui/widgets/data_table.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

#include <optional>

using namespace representer;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

// The main way through the product, in pages without a window manager.
class TestExplainFlow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("representer-tests"));
        DataTable::restoreDefaults();
        m_files.emplace();
        m_workbench.emplace(m_files->path());
        m_page.emplace(*m_workbench, m_jobs);
        m_page->resize(1366, 700);
        m_page->show();
        m_workbench->useModel(QStringLiteral("l1"));
        QTRY_VERIFY_WITH_TIMEOUT(m_workbench->openModel(), 20000);
        m_workbench->setPoint(DatasetRow{Part::Test, 0});
        QTRY_VERIFY_WITH_TIMEOUT(m_workbench->explanation(), 20000);
    }
    void cleanupTestCase()
    {
        m_page.reset();
        m_workbench.reset();
    }

    void readsTheFirstRowOfBothTables()
    {
        const auto first = [](DataTable& table) {
            return table.model()->index(0, ExplanationModel::Importance).data(SortRole).toDouble();
        };
        QVERIFY(first(m_page->tables().up()) > 0);
        QVERIFY(first(m_page->tables().down()) < 0);
        QVERIFY(m_page->header().sentence().contains(QStringLiteral("predicted")));
        QVERIFY(!m_page->charts().currentView().series().empty());
    }

    void choosesADocumentByClicking()
    {
        DataTable* table = nullptr;
        for (DataTable* each : m_page->findChildren<DataTable*>()) {
            if (each->accessibleName() == QStringLiteral("Documents"))
                table = each;
        }
        QTRY_VERIFY(table->model() && table->model()->rowCount() > 5);
        const QModelIndex row = table->model()->index(4, 0);
        table->scrollTo(row);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(row).center());
        QTRY_COMPARE(std::get<DatasetRow>(m_workbench->explanation()->explanation.point).index, 4);
        QVERIFY(m_workbench->canGoBack());
        m_workbench->goBack();
        QTRY_COMPARE(std::get<DatasetRow>(m_workbench->explanation()->explanation.point).index, 0);
    }

    void switchesTheMethod()
    {
        m_workbench->setMethod("l2");
        QTRY_COMPARE(m_workbench->explanation()->explanation.method, std::string("l2"));
        QVERIFY(!m_workbench->explanation()->explanation.exact);
        m_workbench->setMethod("high-dim");
        QTRY_COMPARE(m_workbench->explanation()->explanation.method, std::string("high-dim"));
    }

    void opensTheDetailAndAsksWhatIf()
    {
        DataTable& up = m_page->tables().up();
        up.setCurrentIndex(up.model()->index(0, 0));
        QVERIFY(m_workbench->selectedSample());
        QTRY_VERIFY(!m_page->detail().loading());
        bool lit = false;
        for (const QPlainTextEdit* text : m_page->detail().findChildren<QPlainTextEdit*>())
            lit = lit || !text->extraSelections().isEmpty();
        QVERIFY(lit);

        const auto answer = [this] {
            for (const QLabel* label : m_page->detail().findChildren<QLabel*>()) {
                if (label->accessibleName() == QStringLiteral("Answer of the what-if"))
                    return label->text();
            }
            return QString();
        };
        m_page->whatIfAction()->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(answer().contains(QStringLiteral("after retraining")), 20000);
        m_workbench->undoStack().undo();
        QVERIFY(answer().isEmpty());
    }

    void exportsAreReadBack()
    {
        QSignalSpy written(&m_page->exports(), &ExplainExports::written);
        QSignalSpy failed(&m_page->exports(), &ExplainExports::failed);
        m_page->exports().writeShownRows(m_files->file(QStringLiteral("shown.csv")));
        QCOMPARE(written.count(), 1);
        const QList<QByteArray> lines =
            contentOf(m_files->file(QStringLiteral("shown.csv"))).trimmed().split('\n');
        QCOMPARE(lines.size(), m_page->tables().shownRows() + 1);
        QVERIFY(lines[0].startsWith("rank,importance"));
        QVERIFY(contentOf(m_files->file(QStringLiteral("shown.csv.manifest.json"))).contains("fingerprint"));
        for (const QString& ending : {QStringLiteral("tsv"), QStringLiteral("md"), QStringLiteral("tex"),
                                      QStringLiteral("html"), QStringLiteral("json")}) {
            m_page->exports().writeShownRows(m_files->file(QStringLiteral("shown.") + ending));
            QVERIFY(!contentOf(m_files->file(QStringLiteral("shown.") + ending)).isEmpty());
        }
        m_page->exports().writeAllSamples(m_files->file(QStringLiteral("all.csv")));
        QTRY_VERIFY(QFile::exists(m_files->file(QStringLiteral("all.csv"))));
        QVERIFY(contentOf(m_files->file(QStringLiteral("all.csv"))).count('\n') > lines.size());

        for (const QString& ending : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")}) {
            const QString path = m_files->file(QStringLiteral("chart.") + ending);
            m_page->charts().currentView().exportTo(path);
            QVERIFY(contentOf(path).size() > 1000);
        }
        for (const QString& ending : {QStringLiteral("html"), QStringLiteral("pdf")}) {
            const QString path = m_files->file(QStringLiteral("report.") + ending);
            m_page->exports().writeCurrentReport(path);
            QTRY_VERIFY_WITH_TIMEOUT(contentOf(path).size() > 1000, 60000);
        }
        QVERIFY(contentOf(m_files->file(QStringLiteral("report.pdf"))).startsWith("%PDF"));
        QCOMPARE(failed.count(), 0);
        m_page->exports().writeShownRows(QStringLiteral("/no/such/folder/table.csv"));
        QCOMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("/no/such/folder")));
    }

    void runsASmallDeletionStudy()
    {
        DeletionPage page(*m_workbench, m_jobs);
        page.resize(1366, 700);
        page.show();
        page.form().setSizes(QStringLiteral("1%, 2%"));
        page.runStudy(); // of the point on the Explain page
        QTRY_COMPARE_WITH_TIMEOUT(headOf(page.shown()).state, std::string("finished"), 60000);
        QCOMPARE(plannedRows(page.shown()), std::size_t{8}); // two methods, two signs, two sizes
        QCOMPARE(finishedRows(page.shown()), plannedRows(page.shown()));
        QVERIFY(!page.curves().series().empty());
        QTRY_VERIFY(m_jobs.idle());
    }

    void marksAreUndone()
    {
        TriagePage page(*m_workbench, m_jobs);
        page.show();
        page.activated();
        QTRY_VERIFY_WITH_TIMEOUT(page.suspects().rowCount() > 0, 20000);
        page.table().selectRow(0);
        const std::int32_t sample = page.table().model()->index(0, 0).data(IndexRole).toInt();
        page.mark(Verdict::Wrong);
        QCOMPARE(page.suspects().mark(sample), std::optional(Verdict::Wrong));
        const auto stored = [this, sample] {
            const Workspace workspace(m_files->path());
            return MarkStore(workspace).find("letters", DatasetRow{Part::Train, sample}).has_value();
        };
        QTRY_VERIFY(stored());
        m_workbench->undoStack().undo();
        QVERIFY(!page.suspects().mark(sample));
        QTRY_VERIFY(!stored());
    }

private:
    std::optional<DocumentWorkspace> m_files;
    JobList m_jobs;
    std::optional<Workbench> m_workbench;
    std::optional<ExplainPage> m_page;
};

QTEST_MAIN(TestExplainFlow)
#include "tst_explain_flow.moc"
