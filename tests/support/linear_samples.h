#pragma once

#include "core/base/random.h"
#include "core/data/document_data.h"
#include "core/models/loss.h"

#include <memory>
#include <vector>

namespace representer::test {

struct LinearShape {
    int train = 120;
    int test = 20;
    int features = 40;
    double density = 0.3;
    double noise = 1.0;
    bool raw = false; // columns of very different magnitude, as raw intensities have
    std::uint64_t seed = 1;
};

inline DocumentPart linearPart(const LinearShape& shape, int rows, const Vector& truth, Random& random)
{
    DocumentPart part;
    part.x.resize(rows, shape.features);
    std::vector<Eigen::Triplet<double, std::int32_t>> entries;
    for (int i = 0; i < rows; ++i) {
        double f = 0;
        for (int j = 0; j < shape.features; ++j) {
            if (random.uniform() >= shape.density)
                continue;
            const double value = random.normal();
            f += value * truth[j];
            entries.emplace_back(i, j, value * (shape.raw ? std::pow(10.0, j % 5) : 1.0));
        }
        part.labels.push_back(random.uniform() < sigmoid(f / shape.noise) ? 1 : 0);
    }
    part.x.setFromTriplets(entries.begin(), entries.end());
    part.x.makeCompressed();
    return part;
}

// Labelled rows drawn from a sparse logistic model: every fourth feature matters.
inline std::shared_ptr<DocumentData> linearData(const LinearShape& shape)
{
    Random random(shape.seed);
    Vector truth = Vector::Zero(shape.features);
    for (int j = 0; j < shape.features; j += 4)
        truth[j] = 2 * random.normal();
    auto data = std::make_shared<DocumentData>();
    data->train = linearPart(shape, shape.train, truth, random);
    data->test = linearPart(shape, shape.test, truth, random);
    data->validation.x.resize(0, shape.features);
    return data;
}

} // namespace representer::test
