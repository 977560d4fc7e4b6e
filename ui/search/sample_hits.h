#pragma once

#include "core/base/task_context.h"
#include "core/data/dataset.h"

#include <QString>

#include <filesystem>
#include <vector>

namespace representer {

// Documents, users and items of a dataset that match, with the index by which they are opened.
struct SampleHit {
    enum class Kind { Document, User, Item };
    Kind kind = Kind::Document;
    std::int32_t index = 0;
    QString title;
};

// Runs on a worker. Test documents, users and items; best matches first.
std::vector<SampleHit> findSampleHits(const std::filesystem::path& workspace, const Dataset& dataset,
                                      const std::string& query, const TaskContext& context);

} // namespace representer
