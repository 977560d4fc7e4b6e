#pragma once

#include "core/base/task_context.h"
#include "core/data/dataset.h"
#include "core/store/workspace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// One line about a sample, for tables.
struct SampleLine {
    std::int32_t index = 0;
    std::string id;
    std::string title; // first words of a document, title of an item
    std::string label; // the user's name of the label, or the class before grouping
};

// The ratings of one user, or of one item, in the order of their rows.
struct RatingSlice {
    std::vector<std::int32_t> rows;   // rows of the part
    std::vector<std::int32_t> others; // the items of the user, or the users of the item
    std::vector<float> values;        // training units
    std::int64_t chunksRead = 0;      // pieces of arrays that had to be read for it
    std::size_t size() const { return rows.size(); }
};

class DatasetStore {
public:
    explicit DatasetStore(const Workspace& workspace) : m_workspace(&workspace) {}

    std::vector<DatasetInfo> list() const;
    std::optional<DatasetInfo> find(std::string_view name) const;
    DatasetInfo require(std::string_view name) const; // throws NotFound naming what is there

    // All or nothing, in one transaction; an existing name is refused unless `replace`. Replaced by the same
    // content (equal fingerprints) a dataset keeps its models and marks, otherwise they go.
    void add(const Dataset& dataset, const TaskContext& context, bool replace = false) const;
    void remove(std::string_view name) const; // its models, studies and explanations go with it

    enum class Texts { Leave, Load };
    Dataset load(std::string_view name, Texts texts = Texts::Leave, const TaskContext& context = {}) const;

    // Single reads that touch only what is asked for.
    std::string text(std::string_view name, Part part, std::int32_t index) const;
    std::vector<SampleLine> lines(std::string_view name, Part part,
                                  const std::vector<std::int32_t>& indices) const;

    // Whatever the size of the dataset, these read the few chunks in which the ratings lie side by side.
    RatingSlice ratingsOfUser(std::string_view name, Part part, UserIndex user) const;
    RatingSlice ratingsOfItem(std::string_view name, Part part, ItemIndex item) const;

    // Full-text search; best matches first. User text is data: quotes and operators in `query` mean
    // themselves.
    std::vector<std::int32_t> searchDocuments(std::string_view name, Part part, std::string_view query,
                                              std::size_t limit) const;
    std::vector<std::int32_t> searchItems(std::string_view name, std::string_view query,
                                          std::size_t limit) const;
    std::vector<std::int32_t> searchUsers(std::string_view name, std::string_view query,
                                          std::size_t limit) const;

private:
    const Workspace* m_workspace;
};

} // namespace representer
