#include "core/base/error.h"
#include "ui/application_identity.h"
#include "ui/plots/plot_view.h"
#include "ui/theme/colours.h"
#include "ui/theme/theme.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

using namespace representer;

namespace {

PlotSeries ramp(double top)
{
    return {.kind = PlotSeries::Kind::LineWithMarkers,
            .name = QStringLiteral("ramp"),
            .x = {1, 2, 3},
            .y = {0, top / 2, top}};
}

void prepare(PlotView& view)
{
    view.setTitle(QStringLiteral("Title of the chart"));
    view.setAxes({.title = QStringLiteral("samples removed")},
                 {.title = QStringLiteral("change of the score")});
    view.setSeries({ramp(1)});
    view.resize(480, 320);
}

QWidget* canvas(PlotView& view)
{
    return view.findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
}

} // namespace

class TestPlotView final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { identifyApplication(); }

    void keepsTheRangeTheUserChose()
    {
        PlotView view;
        prepare(view);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QVERIFY(!view.rangeChosenByUser());
        QWidget* plot = canvas(view);
        const QPointF at = plot->rect().center();
        QWheelEvent wheel(at, plot->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(plot, &wheel);
        QVERIFY(view.rangeChosenByUser());
        view.setSeries({ramp(100)});
        QVERIFY(view.rangeChosenByUser());
        QTest::mouseDClick(plot, Qt::LeftButton, {}, plot->rect().center());
        QVERIFY(!view.rangeChosenByUser());
    }

    void clickingAPointNamesIt()
    {
        PlotView view;
        PlotSeries bars{.kind = PlotSeries::Kind::Bars, .x = {0, 1}, .y = {3, 5}};
        view.setAxes({.title = QStringLiteral("x"), .categories = {QStringLiteral("a"), QStringLiteral("b")}},
                     {.title = QStringLiteral("y")});
        view.setSeries({bars});
        view.resize(480, 320);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QSignalSpy clicked(&view, &PlotView::pointClicked);
        QWidget* plot = canvas(view);
        const QPoint overB(plot->width() * 3 / 4, plot->height() / 2);
        // The axes have their place only after the first replot.
        QTRY_VERIFY((QTest::mouseClick(plot, Qt::LeftButton, {}, overB), clicked.count() > 0));
        QCOMPARE(clicked.front().at(1).toInt(), 1);
    }

    void exportsInThreeFormatsWithAxisTitles()
    {
        QTemporaryDir folder;
        PlotView view;
        prepare(view);
        const QString png = folder.filePath(QStringLiteral("chart.png"));
        view.exportTo(png, {.millimetres = {100, 50}, .dpi = 254});
        const QImage image(png);
        QVERIFY(qAbs(image.width() - 1000) <= 4 && qAbs(image.height() - 500) <= 4);
        QCOMPARE(image.pixelColor(2, 2), QColor(Qt::white));

        const QString svg = folder.filePath(QStringLiteral("chart.svg"));
        view.exportTo(svg);
        QFile svgFile(svg);
        QVERIFY(svgFile.open(QIODevice::ReadOnly));
        const QByteArray text = svgFile.readAll();
        QVERIFY(text.contains("samples removed"));
        QVERIFY(text.contains("Title of the chart"));

        const QString pdf = folder.filePath(QStringLiteral("chart.pdf"));
        view.exportTo(pdf);
        QFile pdfFile(pdf);
        QVERIFY(pdfFile.open(QIODevice::ReadOnly));
        const QByteArray bytes = pdfFile.readAll();
        QVERIFY(bytes.startsWith("%PDF"));
        QVERIFY(bytes.contains("FontFile")); // fonts are embedded

        QVERIFY_EXCEPTION_THROWN(view.exportTo(folder.filePath(QStringLiteral("chart.xyz"))), Error);
        QVERIFY_EXCEPTION_THROWN(view.exportTo(QStringLiteral("/nowhere/chart.png")), Error);
    }

    void followsTheTheme()
    {
        applyTheme(Theme::Light);
        PlotView view;
        prepare(view);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTRY_VERIFY(view.grab().toImage().pixelColor(1, 1).lightness() > 200);
        applyTheme(Theme::Dark);
        QTRY_VERIFY(view.grab().toImage().pixelColor(1, 1).lightness() < 80);
        applyTheme(Theme::Light);
    }

    void seriesColoursDiffer()
    {
        for (const QPalette& palette : {lightPalette(), darkPalette()})
            for (int a = 0; a < 7; ++a)
                for (int b = 0; b < a; ++b)
                    QVERIFY(seriesColour(a, palette) != seriesColour(b, palette));
    }
};

QTEST_MAIN(TestPlotView)
#include "tst_plot_view.moc"
