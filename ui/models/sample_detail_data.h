#pragma once

#include "core/base/task_context.h"
#include "ui/workbench/explained_point.h"

#include <QImage>
#include <QString>

#include <filesystem>
#include <optional>
#include <variant>
#include <vector>

namespace representer {

// A word both documents have and the model looks at, with its part of the sample's importance.
struct SharedWord {
    QString term;
    double inPoint = 0;
    double inSample = 0;
    double contribution = 0; // sums over the words to the importance
};

// Where a shared word stands in a text.
struct WordPlace {
    int begin = 0;
    int length = 0;
    double contribution = 0;
};

struct DocumentPair {
    QString pointText;
    QString sampleText;
    std::vector<SharedWord> words; // largest |contribution| first
    std::vector<WordPlace> pointPlaces;
    std::vector<WordPlace> samplePlaces;
    bool exact = false; // the contributions sum to the importance
};

// Two items (or two users) and what links them: the people who rated both (or the items both rated).
struct RatingPair {
    struct Entity {
        QString title;
        QString about;
    };
    struct Common {
        QString name;
        double pointRating = 0;
        double sampleRating = 0;
    };
    Entity point;
    Entity sample;
    bool items = true;                  // items are compared; otherwise users
    double rating = 0;                  // of the sample, in the user's scale
    std::optional<double> modelOpinion; // what the model makes of the sample itself
    std::vector<Common> common;
    std::optional<double> correlation; // of the common ratings
};

struct ImagePair {
    RowMatrix point;
    RowMatrix sample;
    RowMatrix product; // elementwise, weighted by the model
};

using SampleDetailData = std::variant<std::monostate, DocumentPair, RatingPair, ImagePair>;

// Everything the detail of one sample shows. Runs on a worker: it reads the workspace and searches texts.
SampleDetailData loadSampleDetail(const ExplainedPoint& point, const ExplainedSample& sample,
                                  const std::filesystem::path& workspace, const TaskContext& context);

} // namespace representer
