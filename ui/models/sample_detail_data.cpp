#include "ui/models/sample_detail_data.h"

#include "core/explainers/ledger.h"
#include "core/explainers/trace_explainers.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "ui/models/entity_list_model.h"
#include "ui/models/word_places.h"
#include "ui/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// The sample's row of the ledger. Its sum is the importance for the high-dimensional representer; other
// methods weigh words otherwise, and get it as a guide only.
std::vector<SharedWord> sharedWords(const OpenModel& model, const DocumentData& documents,
                                    SparseRowView point, TrainIndex sample, const TaskContext& context)
{
    const auto& explainer =
        dynamic_cast<const HighDimLinear&>(model.explainer(HighDimLinear::descriptor().id, context));
    std::vector<SharedWord> words;
    for (const LedgerEntry& entry : pairLedger(explainer, point, sample)) {
        const auto feature = static_cast<std::size_t>(entry.feature.value);
        const QString term = feature < documents.features.size() ? toQString(documents.features[feature])
                             : entry.feature.value == documents.featureCount()
                                 ? QCoreApplication::translate("SampleDetail", "(bias)")
                                 : QStringLiteral("#%1").arg(entry.feature.value);
        words.push_back({term, entry.testValue, entry.trainValue, entry.amount});
    }
    return words;
}

DocumentPair documentPair(const ExplainedPoint& point, const ExplainedSample& sample,
                          const DocumentData& documents, const std::filesystem::path& path,
                          const TaskContext& context)
{
    DocumentPair pair;
    const Workspace workspace(path, Workspace::Mode::OpenExisting);
    const DatasetStore store(workspace);
    const std::string& name = point.model->dataset().info.name;
    const std::int32_t index = sample.contribution.index.value;
    pair.sampleText = toQString(store.text(name, Part::Train, index));

    SparseRowView row;
    if (const auto* typed = std::get_if<FreeRow>(&point.explanation.point)) {
        pair.pointText = toQString(typed->text);
        row = typed->row.view();
    } else {
        const auto& at = std::get<DatasetRow>(point.explanation.point);
        pair.pointText = toQString(store.text(name, at.part, at.index));
        row = rowView(documents.part(at.part).x, at.index);
    }
    context.throwIfStopped();
    pair.words = sharedWords(*point.model, documents, row, sample.contribution.index, context);
    pair.exact = point.explanation.method == "high-dim";
    pair.pointPlaces = wordPlaces(pair.pointText, pair.words, context);
    pair.samplePlaces = wordPlaces(pair.sampleText, pair.words, context);
    return pair;
}

RatingPair::Entity entity(const EntityTable& table, std::int32_t index, const QString& kind)
{
    const auto at = static_cast<std::size_t>(index);
    const bool titled = at < table.titles.size() && !table.titles[at].empty();
    return {titled ? toQString(table.titles[at]) : kind.arg(toQString(table.ids[at])),
            attributesText(table, at)};
}

std::optional<double> correlationOf(const std::vector<RatingPair::Common>& common)
{
    if (common.size() < 3)
        return std::nullopt;
    double meanA = 0;
    double meanB = 0;
    for (const auto& pair : common) {
        meanA += pair.pointRating;
        meanB += pair.sampleRating;
    }
    meanA /= static_cast<double>(common.size());
    meanB /= static_cast<double>(common.size());
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (const auto& pair : common) {
        ab += (pair.pointRating - meanA) * (pair.sampleRating - meanB);
        aa += (pair.pointRating - meanA) * (pair.pointRating - meanA);
        bb += (pair.sampleRating - meanB) * (pair.sampleRating - meanB);
    }
    return aa > 0 && bb > 0 ? std::optional(ab / std::sqrt(aa * bb)) : std::nullopt;
}

RatingPair ratingPair(const ExplainedPoint& point, const ExplainedSample& sample, const RatingData& ratings)
{
    const auto& at = std::get<UserItem>(point.explanation.point);
    const auto row = static_cast<std::size_t>(sample.contribution.index.value);
    const UserIndex sampleUser{ratings.train.users[row]};
    const ItemIndex sampleItem{ratings.train.items[row]};
    const RatingIndex& index = point.model->ratingIndex();
    const auto value = [&ratings](std::int32_t r) {
        return ratings.scale.toUser(static_cast<double>(ratings.train.values[static_cast<std::size_t>(r)]));
    };
    const QString userKind = QStringLiteral("user %1");
    const QString itemKind = QStringLiteral("item %1");

    RatingPair pair;
    pair.rating = value(sample.contribution.index.value);
    pair.modelOpinion = sample.modelOpinion;
    pair.items = sample.contribution.side != Side::User;
    if (pair.items) {
        pair.point = entity(ratings.items, at.item.value, itemKind);
        pair.sample = entity(ratings.items, sampleItem.value, itemKind);
        for (const std::int32_t r : index.rowsOfItem(sampleItem)) {
            const UserIndex user{ratings.train.users[static_cast<std::size_t>(r)]};
            if (const auto other = index.find(ratings.train, user, at.item))
                pair.common.push_back(
                    {entity(ratings.users, user.value, userKind).title, value(other->value), value(r)});
        }
    } else {
        pair.point = entity(ratings.users, at.user.value, userKind);
        pair.sample = entity(ratings.users, sampleUser.value, userKind);
        const RatingIndex::Range range = index.rowsOfUser(sampleUser);
        for (std::int32_t r = range.begin; r < range.end; ++r) {
            const ItemIndex item{ratings.train.items[static_cast<std::size_t>(r)]};
            if (const auto other = index.find(ratings.train, at.user, item))
                pair.common.push_back(
                    {entity(ratings.items, item.value, itemKind).title, value(other->value), value(r)});
        }
    }
    pair.correlation = correlationOf(pair.common);
    return pair;
}

// Place by place a X_i D, D the explained image as the model sees it: sums to the high-dimensional
// importance.
ImagePair imagePair(const ExplainedPoint& point, const ExplainedSample& sample, const MatrixData& matrices)
{
    const auto& at = std::get<DatasetRow>(point.explanation.point);
    const auto picture = [&matrices](Part part, std::int32_t index) {
        return RowMatrix(Eigen::Map<const RowMatrix>(matrices.part(part).values.row(index).data(),
                                                     matrices.rows, matrices.columns));
    };
    ImagePair pair;
    pair.point = picture(at.part, at.index);
    pair.sample = picture(Part::Train, sample.contribution.index.value);
    const auto& model = std::get<TraceModel>(point.model->model().content);
    pair.product = sample.contribution.global *
                   traceDirection(model, pair.point, sample.contribution.side).cwiseProduct(pair.sample);
    return pair;
}

} // namespace

SampleDetailData loadSampleDetail(const ExplainedPoint& point, const ExplainedSample& sample,
                                  const std::filesystem::path& workspace, const TaskContext& context)
{
    const DatasetContent& content = point.model->dataset().content;
    if (const auto* documents = std::get_if<DocumentData>(&content))
        return documentPair(point, sample, *documents, workspace, context);
    if (const auto* ratings = std::get_if<RatingData>(&content))
        return ratingPair(point, sample, *ratings);
    return imagePair(point, sample, std::get<MatrixData>(content));
}

} // namespace representer
