#include "core/store/dataset_arrays.h"

#include <nlohmann/json.hpp>

namespace representer {

using nlohmann::json;

namespace {

constexpr Part kParts[] = {Part::Train, Part::Validation, Part::Test};

void writeSparse(const ArrayBundle& arrays, const std::string& name, const SparseRows& x,
                 const TaskContext& context)
{
    // A matrix that was filled row by row and never compressed has gaps between its rows.
    SparseRows compressed;
    const SparseRows* source = &x;
    if (!x.isCompressed()) {
        compressed = x;
        compressed.makeCompressed();
        source = &compressed;
    }
    const auto nonzeros = static_cast<std::size_t>(source->nonZeros());
    arrays.write(
        name + "/begins",
        std::span<const std::int32_t>(source->outerIndexPtr(), static_cast<std::size_t>(source->rows()) + 1),
        context);
    arrays.write(name + "/columns", std::span<const std::int32_t>(source->innerIndexPtr(), nonzeros),
                 context);
    arrays.write(name + "/values", std::span<const double>(source->valuePtr(), nonzeros), context);
}

SparseRows readSparse(const ArrayBundle& arrays, const std::string& name, Eigen::Index columns,
                      const TaskContext& context)
{
    const std::int64_t begins = arrays.length(name + "/begins");
    SparseRows x(begins > 0 ? begins - 1 : 0, columns);
    if (begins > 0)
        arrays.readInto(name + "/begins",
                        std::span<std::int32_t>(x.outerIndexPtr(), static_cast<std::size_t>(begins)),
                        context);
    const std::int64_t nonzeros = arrays.length(name + "/columns");
    x.resizeNonZeros(nonzeros);
    arrays.readInto(name + "/columns",
                    std::span<std::int32_t>(x.innerIndexPtr(), static_cast<std::size_t>(nonzeros)), context);
    arrays.readInto(name + "/values", std::span<double>(x.valuePtr(), static_cast<std::size_t>(nonzeros)),
                    context);
    return x;
}

json writeDocuments(const ArrayBundle& arrays, const DocumentData& data, const TaskContext& context)
{
    for (const Part which : kParts) {
        const DocumentPart& part = data.part(which);
        writeSparse(arrays, arrayName(which, "x"), part.x, context);
        arrays.write(arrayName(which, "labels"), part.labels, context);
        arrays.writeStrings(arrayName(which, "ids"), part.ids, context);
        arrays.writeStrings(arrayName(which, "classes"), part.classes, context);
        arrays.writeStrings(arrayName(which, "titles"), part.titles, context);
        arrays.writeStrings(arrayName(which, "texts"), part.texts, context);
    }
    arrays.writeStrings("features", data.features, context);
    json detail{{"labels", data.labelNames},
                {"first_feature_id", data.firstFeatureId},
                {"columns", {data.train.x.cols(), data.validation.x.cols(), data.test.x.cols()}}};
    if (data.vectoriser) {
        const VectoriserOptions& options = data.vectoriser->options();
        const bool shared = data.vectoriser->terms() == data.features;
        detail["vectoriser"] = {{"ngrams", options.ngrams},
                                {"min_document_frequency", options.minDocumentFrequency},
                                {"sublinear", options.sublinear},
                                {"normalise", options.normalise},
                                {"terms_are_features", shared}};
        if (!shared)
            arrays.writeStrings("terms", data.vectoriser->terms(), context);
        arrays.write("idf", data.vectoriser->idf(), context);
    }
    return detail;
}

DocumentData readDocuments(const ArrayBundle& arrays, const json& detail, bool withTexts,
                           const TaskContext& context)
{
    DocumentData data;
    data.labelNames = detail.at("labels").get<std::array<std::string, 2>>();
    data.firstFeatureId = detail.at("first_feature_id");
    const auto columns = detail.at("columns").get<std::array<Eigen::Index, 3>>();
    DocumentPart* const parts[] = {&data.train, &data.validation, &data.test};
    for (std::size_t i = 0; i < 3; ++i) {
        DocumentPart& part = *parts[i];
        const Part which = kParts[i];
        part.x = readSparse(arrays, arrayName(which, "x"), columns[i], context);
        part.labels = arrays.read<std::uint8_t>(arrayName(which, "labels"), context);
        part.ids = arrays.readStrings(arrayName(which, "ids"), context);
        part.classes = arrays.readStrings(arrayName(which, "classes"), context);
        part.titles = arrays.readStrings(arrayName(which, "titles"), context);
        if (withTexts)
            part.texts = arrays.readStrings(arrayName(which, "texts"), context);
    }
    data.features = arrays.readStrings("features", context);
    if (const auto found = detail.find("vectoriser"); found != detail.end()) {
        VectoriserOptions options;
        options.ngrams = found->at("ngrams");
        options.minDocumentFrequency = found->at("min_document_frequency");
        options.sublinear = found->at("sublinear");
        options.normalise = found->at("normalise");
        data.vectoriser.emplace(options,
                                found->at("terms_are_features").get<bool>()
                                    ? data.features
                                    : arrays.readStrings("terms", context),
                                arrays.read<float>("idf", context));
    }
    return data;
}

json writeEntities(const ArrayBundle& arrays, const std::string& name, const EntityTable& table,
                   const TaskContext& context)
{
    arrays.writeStrings(name + "/ids", table.ids, context);
    arrays.writeStrings(name + "/titles", table.titles, context);
    for (std::size_t i = 0; i < table.attributes.size(); ++i)
        arrays.writeStrings(name + "/attribute/" + std::to_string(i), table.attributes[i], context);
    return table.attributeNames;
}

EntityTable readEntities(const ArrayBundle& arrays, const std::string& name, const json& attributeNames,
                         const TaskContext& context)
{
    EntityTable table;
    table.ids = arrays.readStrings(name + "/ids", context);
    table.titles = arrays.readStrings(name + "/titles", context);
    table.attributeNames = attributeNames.get<std::vector<std::string>>();
    for (std::size_t i = 0; i < table.attributeNames.size(); ++i)
        table.attributes.push_back(arrays.readStrings(name + "/attribute/" + std::to_string(i), context));
    return table;
}

json writeRatings(const ArrayBundle& arrays, const RatingData& data, const TaskContext& context)
{
    json detail{{"low", data.scale.low}, {"high", data.scale.high}, {"binary", data.scale.binary}};
    detail["user_attributes"] = writeEntities(arrays, "users", data.users, context);
    detail["item_attributes"] = writeEntities(arrays, "items", data.items, context);
    for (const Part which : kParts) {
        const RatingPart& part = data.part(which);
        arrays.write(arrayName(which, "users"), part.users, context);
        arrays.write(arrayName(which, "items"), part.items, context);
        arrays.write(arrayName(which, "values"), part.values, context);
        arrays.write(arrayName(which, "times"), part.times, context);
        if (part.size() == 0)
            continue;
        const RatingIndex index(part, data.users.size(), data.items.size());
        std::vector<std::int32_t> itemUsers;
        std::vector<float> itemValues;
        itemUsers.reserve(part.size());
        itemValues.reserve(part.size());
        for (const std::int32_t row : index.itemRows()) {
            itemUsers.push_back(part.users[static_cast<std::size_t>(row)]);
            itemValues.push_back(part.values[static_cast<std::size_t>(row)]);
        }
        arrays.write(arrayName(which, "by-user/begins"), index.userBegin(), context);
        arrays.write(arrayName(which, "by-item/begins"), index.itemBegin(), context);
        arrays.write(arrayName(which, "by-item/rows"), index.itemRows(), context);
        arrays.write(arrayName(which, "by-item/users"), itemUsers, context);
        arrays.write(arrayName(which, "by-item/values"), itemValues, context);
    }
    return detail;
}

RatingData readRatings(const ArrayBundle& arrays, const json& detail, const TaskContext& context)
{
    RatingData data;
    data.scale = {detail.at("low"), detail.at("high"), detail.at("binary")};
    data.users = readEntities(arrays, "users", detail.at("user_attributes"), context);
    data.items = readEntities(arrays, "items", detail.at("item_attributes"), context);
    RatingPart* const parts[] = {&data.train, &data.validation, &data.test};
    for (std::size_t i = 0; i < 3; ++i) {
        parts[i]->users = arrays.read<std::int32_t>(arrayName(kParts[i], "users"), context);
        parts[i]->items = arrays.read<std::int32_t>(arrayName(kParts[i], "items"), context);
        parts[i]->values = arrays.read<float>(arrayName(kParts[i], "values"), context);
        parts[i]->times = arrays.read<std::int64_t>(arrayName(kParts[i], "times"), context);
    }
    return data;
}

json writeMatrices(const ArrayBundle& arrays, const MatrixData& data, const TaskContext& context)
{
    for (const Part which : kParts) {
        const MatrixPart& part = data.part(which);
        arrays.writeMatrix(arrayName(which, "values"), part.values, context);
        arrays.write(arrayName(which, "labels"), part.labels, context);
        arrays.writeStrings(arrayName(which, "ids"), part.ids, context);
    }
    return {{"labels", data.labelNames}, {"rows", data.rows}, {"columns", data.columns}};
}

MatrixData readMatrices(const ArrayBundle& arrays, const json& detail, const TaskContext& context)
{
    MatrixData data;
    data.labelNames = detail.at("labels").get<std::array<std::string, 2>>();
    data.rows = detail.at("rows");
    data.columns = detail.at("columns");
    MatrixPart* const parts[] = {&data.train, &data.validation, &data.test};
    for (std::size_t i = 0; i < 3; ++i) {
        parts[i]->values = arrays.readMatrix(arrayName(kParts[i], "values"), context);
        parts[i]->labels = arrays.read<std::uint8_t>(arrayName(kParts[i], "labels"), context);
        parts[i]->ids = arrays.readStrings(arrayName(kParts[i], "ids"), context);
    }
    return data;
}

} // namespace

std::string arrayName(Part part, std::string_view what)
{
    return std::string(partName(part)) + "/" + std::string(what);
}

json writeContent(const ArrayBundle& arrays, const DatasetContent& content, const TaskContext& context)
{
    if (const auto* documents = std::get_if<DocumentData>(&content))
        return writeDocuments(arrays, *documents, context);
    if (const auto* ratings = std::get_if<RatingData>(&content))
        return writeRatings(arrays, *ratings, context);
    return writeMatrices(arrays, std::get<MatrixData>(content), context);
}

DatasetContent readContent(const ArrayBundle& arrays, DatasetKind kind, const json& detail, bool withTexts,
                           const TaskContext& context)
{
    switch (kind) {
    case DatasetKind::Documents:
        return readDocuments(arrays, detail, withTexts, context);
    case DatasetKind::Ratings:
        return readRatings(arrays, detail, context);
    case DatasetKind::Matrices:
        return readMatrices(arrays, detail, context);
    }
    return {};
}

} // namespace representer
