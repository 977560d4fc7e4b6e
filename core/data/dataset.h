#pragma once

#include "core/data/document_data.h"
#include "core/data/matrix_data.h"
#include "core/data/rating_data.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace representer {

enum class DatasetKind { Documents, Ratings, Matrices };

constexpr std::string_view datasetKindName(DatasetKind kind)
{
    return kind == DatasetKind::Documents ? "documents" : kind == DatasetKind::Ratings ? "ratings" : "matrices";
}

// Counts and origin: all that a list shows, without touching the arrays.
struct DatasetInfo {
    std::string name;
    DatasetKind kind = DatasetKind::Documents;
    std::string source;      // the path or generator it came from
    std::string format;      // importer id, e.g. "libsvm"
    std::string fingerprint; // hash of the content, 32 hex digits
    std::string splitRule;   // how the parts were made, in words; with the seed
    std::uint64_t seed = 0;
    bool synthetic = false;
    std::int64_t train = 0, validation = 0, test = 0;
    std::int64_t users = 0, items = 0;       // ratings
    std::int64_t features = 0, nonzeros = 0; // documents; matrices: features = d1 * d2
    std::vector<std::string> warnings;       // the lint of the import
};

using DatasetContent = std::variant<DocumentData, RatingData, MatrixData>;

struct Dataset {
    DatasetInfo info;
    DatasetContent content;
};

// Fills kind and all counts of info from the content.
void countContent(DatasetInfo& info, const DatasetContent& content);
// The hash of everything a model or an explanation depends on (not of names or source).
std::string contentFingerprint(const DatasetContent& content);

} // namespace representer
