#include "support/document_workspace.h"
#include "ui/window_fixture.h"

#include "core/store/note_store.h"
#include "ui/models/explanation_model.h"
#include "ui/pages/explain/sample_tables.h"
#include "ui/pages/explain_page.h"
#include "ui/widgets/data_table.h"
#include "ui/workbench/annotations.h"
#include "ui/workbench/saved_views.h"

#include <QHeaderView>
#include <QLabel>
#include <QTest>

using namespace representer;

namespace {

constexpr int patience = 60000;

} // namespace

// What the user adds to a workspace is kept in it, and can be undone.
class TestNotesAndViews final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        isolateSettings();
        m_files.emplace();
        open();
    }
    void cleanupTestCase() { m_window.reset(); }

    void aNoteIsSeenKeptAndUndone()
    {
        Workbench& workbench = m_window->workbench();
        SampleTables& tables = m_window->findChild<ExplainPage*>()->tables();
        tables.up().setCurrentIndex(tables.up().model()->index(0, 0));
        const DatasetRow sample{Part::Train, workbench.selectedSample()->index.value};
        workbench.annotations().setNote(sample, QStringLiteral(" <b>odd</b> one "));
        QVERIFY(shows(QStringLiteral("<b>odd</b> one")));
        const auto title = [&] {
            return tables.up().model()->index(0, ExplanationModel::Sample).data().toString();
        };
        QVERIFY(title().contains(QChar(0x270e)));
        QTRY_COMPARE(stored().size(), std::size_t(1));
        QCOMPARE(stored().front().text, std::string("<b>odd</b> one"));
        workbench.undoStack().undo();
        QVERIFY(!title().contains(QChar(0x270e)));
        QTRY_VERIFY(stored().empty());
        workbench.undoStack().redo();
        QTRY_COMPARE(stored().size(), std::size_t(1));
    }

    void aNoteOnThePredictionIsThereAgainAfterRestart()
    {
        m_window->workbench().annotations().setNote(DatasetRow{Part::Test, 2}, QStringLiteral("look again"));
        m_window->workbench().setPoint(DatasetRow{Part::Test, 2});
        QTRY_VERIFY(shows(QStringLiteral("look again")));
        open(); // the queue is written out before the window is gone
        QCOMPARE(m_window->currentPage(), PageId::Explain); // where it was left
        m_window->workbench().setPoint(DatasetRow{Part::Test, 2});
        QTRY_VERIFY_WITH_TIMEOUT(shows(QStringLiteral("look again")), patience);
    }

    void aViewIsSavedOpenedRemovedAndUndone()
    {
        Workbench& workbench = m_window->workbench();
        workbench.setPoint(DatasetRow{Part::Test, 5});
        workbench.setMethod("l2");
        QTRY_VERIFY_WITH_TIMEOUT(at(5) && workbench.explanation()->explanation.method == "l2", patience);
        workbench.views().save(QStringLiteral("strange letter"));
        workbench.setPoint(DatasetRow{Part::Test, 1});
        workbench.setMethod("high-dim");
        QTRY_VERIFY_WITH_TIMEOUT(at(1), patience);
        workbench.views().open(QStringLiteral("strange letter"));
        QTRY_VERIFY_WITH_TIMEOUT(at(5) && workbench.explanation()->explanation.method == "l2", patience);
        workbench.views().remove(QStringLiteral("strange letter"));
        QVERIFY(workbench.views().views().empty());
        workbench.undoStack().undo();
        QCOMPARE(workbench.views().views().size(), std::size_t(1));
        open();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->workbench().views().views().size(), std::size_t(1), patience);
        QCOMPARE(m_window->workbench().views().views().front().name, QStringLiteral("strange letter"));
    }

    void narrowTablesGiveTheirRoomToTheSample()
    {
        DataTable& up = m_window->findChild<ExplainPage*>()->tables().up();
        up.setFixedWidth(330);
        QTRY_VERIFY(up.isColumnHidden(ExplanationModel::Global));
        QVERIFY(up.columnWidth(ExplanationModel::Sample) > 100);
        up.setFixedWidth(900);
        QTRY_VERIFY(!up.isColumnHidden(ExplanationModel::Global));
        QVERIFY(!up.isColumnHidden(ExplanationModel::Local));
    }

private:
    void open()
    {
        m_window.reset();
        m_window = std::make_unique<MainWindow>(m_files->path());
        m_window->resize(1366, 768);
        m_window->show();
        m_window->showExplanationOfFirstPoint();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().explanation(), patience);
    }
    bool at(std::int32_t row) const
    {
        const auto explained = m_window->workbench().explanation();
        return explained && std::get<DatasetRow>(explained->explanation.point).index == row;
    }
    bool shows(const QString& text) const
    {
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(text) && label->textFormat() == Qt::PlainText)
                return true;
        return false;
    }
    std::vector<Note> stored() const { return NoteStore(Workspace(m_files->path())).list("letters"); }

    std::optional<DocumentWorkspace> m_files;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestNotesAndViews)
#include "tst_notes_and_views.moc"
