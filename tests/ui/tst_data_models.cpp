#include "core/data/dataset_summary.h"
#include "core/models/model_profile.h"
#include "ui/models/model_list_model.h"
#include "ui/models/roles.h"
#include "ui/models/sample_table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace representer;

namespace {

std::shared_ptr<const Dataset> smallRatings()
{
    RatingData data;
    data.users.ids = {"anna", "ben"};
    data.items.ids = {"i1", "i2", "i3"};
    data.items.titles = {"Zebra", "Apple", "Mango"};
    data.train.users = {0, 0, 1, 1};
    data.train.items = {0, 1, 1, 2};
    data.train.values = {1.0F, -1.0F, 0.0F, 0.5F};
    Dataset dataset;
    dataset.info.kind = DatasetKind::Ratings;
    dataset.content = std::move(data);
    return std::make_shared<const Dataset>(std::move(dataset));
}

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class TestDataModels final : public QObject {
    Q_OBJECT
private slots:
    void samplesAreAProperModel()
    {
        SampleTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        const auto dataset = smallRatings();
        model.setSamples(dataset, arrangeSamples(*dataset, Part::Train, nullptr, SampleTableModel::Row,
                                                 Qt::AscendingOrder));
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(cell(model, 0, SampleTableModel::Id), QStringLiteral("anna"));
        QCOMPARE(cell(model, 0, SampleTableModel::Title), QStringLiteral("Zebra"));
        QCOMPARE(cell(model, 0, SampleTableModel::Label), QStringLiteral("5"));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void samplesAreSortedAndFiltered()
    {
        const auto dataset = smallRatings();
        const auto rows = [&](int column, Qt::SortOrder order,
                              const std::vector<std::int32_t>* matches = nullptr) {
            return arrangeSamples(*dataset, Part::Train, matches, column, order).rows;
        };
        QCOMPARE(rows(SampleTableModel::Title, Qt::AscendingOrder), (std::vector<std::int32_t>{1, 2, 3, 0}));
        QCOMPARE(rows(SampleTableModel::Label, Qt::DescendingOrder), (std::vector<std::int32_t>{0, 3, 2, 1}));
        const std::vector<std::int32_t> matches{0, 3};
        QCOMPARE(rows(SampleTableModel::Row, Qt::DescendingOrder, &matches),
                 (std::vector<std::int32_t>{3, 0}));
    }

    void sortingAsksTheOwner()
    {
        SampleTableModel model;
        QSignalSpy asked(&model, &SampleTableModel::sortRequested);
        model.sort(SampleTableModel::Label, Qt::DescendingOrder);
        QCOMPARE(asked.count(), 1);
    }

    void modelsAreListedWithTheirFigures()
    {
        ModelListModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        ModelInfo info;
        info.name = "spam-l1";
        info.options = {{"C", 10.0}};
        info.metrics = {{"test", {{"accuracy", 0.9625}}}};
        info.report.optimality = 1e-9;
        model.setModels({info});
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(cell(model, 0, ModelListModel::Name), QStringLiteral("spam-l1"));
        QCOMPARE(cell(model, 0, ModelListModel::Setting), QStringLiteral("C = 10"));
        QCOMPARE(cell(model, 0, ModelListModel::Quality), QStringLiteral("accuracy 96.3 %"));
        QCOMPARE(model.index(0, ModelListModel::Quality).data(SortRole).toDouble(), 0.9625);
        QCOMPARE(model.rowOf(QStringLiteral("spam-l1")), 0);
        QCOMPARE(model.rowOf(QStringLiteral("other")), -1);
    }

    void summaryCountsRatingsAndTail()
    {
        const DatasetSummary summary = summarise(*smallRatings());
        QCOMPARE(summary.ratings.size(), std::size_t(4));
        QCOMPARE(summary.ratings.front().first, 1.0);
        QCOMPARE(summary.ratings.back().first, 5.0);
        QCOMPARE(summary.longTail.size(), std::size_t(3));
        QCOMPARE(summary.longTail.front().second, std::int64_t(2)); // Apple
        QCOMPARE(summary.meanPerRow, 2.0);
    }

    void spectrumOfFactorsIsThatOfTheirProduct()
    {
        FactorModel model;
        model.users = RowMatrix::Random(7, 3);
        model.items = RowMatrix::Random(5, 3);
        const Matrix product = model.users * model.items.transpose();
        const ModelProfile profile = profileOf(model);
        QCOMPARE(profile.spectrum.size(), std::size_t(3));
        double squares = 0; // the Frobenius norm is the root of the sum of squared singular values
        for (const double value : profile.spectrum)
            squares += value * value;
        QVERIFY(std::abs(squares - product.squaredNorm()) < 1e-10);
        QVERIFY(profile.spectrum[0] >= profile.spectrum[1] && profile.spectrum[1] >= profile.spectrum[2]);
    }

    void largestWeightsComeFirst()
    {
        SparseLinearModel model;
        model.theta = Vector::Zero(6);
        model.theta[1] = 0.5;
        model.theta[4] = -2;
        const ModelProfile profile = profileOf(model);
        QCOMPARE(profile.nonzeros, std::int64_t(2));
        QCOMPARE(profile.weights.front().first, 4);
        QCOMPARE(profile.weights.back().second, 0.5);
    }
};

QTEST_GUILESS_MAIN(TestDataModels)
#include "tst_data_models.moc"
