#pragma once

#include "core/base/random.h"
#include "core/data/dataset.h"
#include "core/models/model.h"

#include <algorithm>
#include <set>
#include <string>

// Small values of every kind, for tests of what is stored.
namespace samples {

using namespace representer;

inline SparseRows randomRows(Eigen::Index rows, Eigen::Index columns, int perRow, Random& random)
{
    std::vector<Eigen::Triplet<double, std::int32_t>> cells;
    for (Eigen::Index i = 0; i < rows; ++i)
        for (int k = 0; k < perRow; ++k)
            cells.emplace_back(static_cast<std::int32_t>(i),
                               static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(columns))),
                               random.normal());
    SparseRows x(rows, columns);
    x.setFromTriplets(cells.begin(), cells.end());
    x.makeCompressed();
    return x;
}

inline DocumentPart documentPart(Eigen::Index rows, Eigen::Index columns, Random& random)
{
    DocumentPart part;
    part.x = randomRows(rows, columns, 5, random);
    for (Eigen::Index i = 0; i < rows; ++i) {
        part.labels.push_back(static_cast<std::uint8_t>(random.below(2)));
        part.ids.push_back("doc-" + std::to_string(i));
        part.classes.push_back(i % 2 == 0 ? "rec.autos" : "sci.space");
        part.titles.push_back("Title of " + std::to_string(i));
        part.texts.push_back(i % 2 == 0 ? "The car was red, café.\nNumber " + std::to_string(i)
                                        : "Rockets AND orbits");
    }
    return part;
}

inline Dataset documents(const std::string& name, Eigen::Index rows = 20)
{
    Random random(7);
    DocumentData data;
    data.train = documentPart(rows, 30, random);
    data.validation = documentPart(3, 30, random);
    data.test = documentPart(rows / 2, 33, random);
    data.labelNames = {"ham", "späm"};
    data.firstFeatureId = 0;
    std::vector<float> idf;
    for (int j = 0; j < 30; ++j) {
        data.features.push_back(j == 4 ? "" : "term " + std::to_string(j));
        idf.push_back(1.0f + 0.25f * static_cast<float>(j));
    }
    data.vectoriser.emplace(VectoriserOptions{.ngrams = 3, .minDocumentFrequency = 2}, data.features, idf);
    Dataset dataset;
    dataset.content = std::move(data);
    countContent(dataset.info, dataset.content);
    dataset.info.name = name;
    dataset.info.source = "/data/documents.tar.xz";
    dataset.info.format = "text-folder";
    dataset.info.fingerprint = contentFingerprint(dataset.content);
    dataset.info.splitRule = "a fifth, stratified, seed 18446744073709551615";
    dataset.info.seed = ~std::uint64_t{0};
    dataset.info.warnings = {"labels were -1/+1", "one \"quoted\" line"};
    return dataset;
}

inline RatingPart ratingPart(std::int32_t users, std::int32_t items, int perUser, Random& random)
{
    RatingPart part;
    for (std::int32_t u = 0; u < users; ++u) {
        std::set<std::int32_t> rated;
        while (rated.size() < static_cast<std::size_t>(perUser))
            rated.insert(static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(items))));
        for (const std::int32_t i : rated) {
            part.users.push_back(u);
            part.items.push_back(i);
            part.values.push_back(static_cast<float>(random.below(5)) / 2.0f - 1.0f);
            part.times.push_back(978300000 + u * 100 + i);
        }
    }
    return part;
}

inline Dataset ratings(const std::string& name, std::int32_t users = 12, std::int32_t items = 9,
                       int perUser = 4)
{
    Random random(3);
    RatingData data;
    for (std::int32_t u = 0; u < users; ++u)
        data.users.ids.push_back("u" + std::to_string(u));
    data.users.attributeNames = {"age", "gender"};
    data.users.attributes = {std::vector<std::string>(static_cast<std::size_t>(users), "25"),
                             std::vector<std::string>(static_cast<std::size_t>(users), "F")};
    for (std::int32_t i = 0; i < items; ++i) {
        data.items.ids.push_back(std::to_string(1000 + i));
        data.items.titles.push_back(i == 2 ? "Star \"Trek\" (1991)" : "Film " + std::to_string(i));
    }
    data.items.attributeNames = {"genres"};
    data.items.attributes = {std::vector<std::string>(static_cast<std::size_t>(items), "Drama")};
    data.train = ratingPart(users, items, perUser, random);
    data.test = ratingPart(users, items, 1, random);
    data.test.times.clear();
    Dataset dataset;
    dataset.content = std::move(data);
    countContent(dataset.info, dataset.content);
    dataset.info.name = name;
    dataset.info.source = "/data/ratings.csv";
    dataset.info.fingerprint = contentFingerprint(dataset.content);
    return dataset;
}

inline Dataset matrices(const std::string& name)
{
    MatrixData data;
    data.rows = 2;
    data.columns = 3;
    data.labelNames = {"4", "9"};
    data.train.values = RowMatrix::Random(6, 6);
    data.train.labels = {0, 1, 1, 0, 1, 0};
    data.test.values = RowMatrix::Random(2, 6);
    data.test.labels = {1, 0};
    data.test.ids = {"a", "b"};
    Dataset dataset;
    dataset.content = std::move(data);
    countContent(dataset.info, dataset.content);
    dataset.info.name = name;
    dataset.info.fingerprint = contentFingerprint(dataset.content);
    return dataset;
}

inline Model model(const std::string& name, const std::string& dataset, ModelKind kind, ModelContent content)
{
    Model model;
    model.content = std::move(content);
    model.info.name = name;
    model.info.kind = kind;
    model.info.dataset = dataset;
    model.info.fingerprint = modelFingerprint(model.content);
    return model;
}

inline Model linearModel(const std::string& name, const std::string& dataset)
{
    SparseLinearModel linear;
    linear.loss = Loss::SquaredHinge;
    linear.C = 0.1 + 0.2;
    linear.theta = Vector::Random(50);
    linear.scale = Vector::Random(50);
    linear.bias = {1.0, -1.0 / 3.0};
    linear.hasIntercept = true;
    linear.intercept = -0.0;
    linear.certificate = 1e-300;
    return model(name, dataset, ModelKind::L1, linear);
}

} // namespace samples
