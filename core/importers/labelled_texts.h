#pragma once

#include "core/data/dataset.h"
#include "core/importers/importer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// Documents as they were read: parallel lists.
struct LabelledTexts {
    std::vector<std::string> texts;
    std::vector<std::string> classes;
    std::vector<std::string> ids;
    std::int64_t repaired = 0; // texts that were not UTF-8

    void add(std::string_view bytes, std::string className, std::string id, const std::string& file);
    std::size_t size() const { return texts.size(); }
};

// Groups the classes into two, splits, fits the vectoriser on the training texts and runs the test texts
// through it. test: empty when the format brought no test texts.
Dataset buildDocuments(LabelledTexts train, LabelledTexts test, const std::string& source,
                       const ImportRequest& request, const TaskContext& context);

// One line for tables: the subject of a mail or post, otherwise the first words.
std::string titleOf(std::string_view text);

} // namespace representer
