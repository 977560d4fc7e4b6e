// The reads of DatasetStore that touch single samples.
#include "core/store/dataset_store.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/store/dataset_arrays.h"
#include "core/store/dataset_record.h"
#include "core/store/storage_error.h"

#include <array>
#include <numeric>

namespace representer {

namespace {

void requireIndex(const DatasetRecord& record, Part part, std::int64_t index)
{
    const DatasetInfo& info = record.info;
    const std::int64_t size = part == Part::Train  ? info.train
                              : part == Part::Test ? info.test
                                                   : info.validation;
    if (index < 0 || index >= size)
        throw Error(Error::Kind::NotFound, "The " + std::string(partName(part)) + " part of the dataset \"" +
                                               info.name + "\" has no sample " + std::to_string(index) +
                                               "; it holds " + std::to_string(size) +
                                               " samples, counted from 0.");
}

SampleLine labelledLine(const ArrayBundle& arrays, const DatasetRecord& record, Part part, std::int32_t index)
{
    SampleLine line{index, arrays.stringAt(arrayName(part, "ids"), index),
                    arrays.stringAt(arrayName(part, "titles"), index),
                    arrays.stringAt(arrayName(part, "classes"), index)};
    if (line.label.empty()) {
        std::uint8_t label = 0;
        arrays.slice<std::uint8_t>(arrayName(part, "labels"), index, {&label, 1});
        line.label = record.detail.at("labels").at(label).get<std::string>();
    }
    return line;
}

// A rating: the user, the item and the stars.
SampleLine ratingLine(const ArrayBundle& arrays, const DatasetRecord& record, Part part, std::int32_t index)
{
    std::int32_t user = 0;
    std::int32_t item = 0;
    float value = 0;
    arrays.slice<std::int32_t>(arrayName(part, "users"), index, {&user, 1});
    arrays.slice<std::int32_t>(arrayName(part, "items"), index, {&item, 1});
    arrays.slice<float>(arrayName(part, "values"), index, {&value, 1});
    const RatingScale scale{record.detail.at("low"), record.detail.at("high"), record.detail.at("binary")};
    SampleLine line{index, arrays.stringAt("users/ids", user), arrays.stringAt("items/titles", item),
                    shortText(scale.toUser(static_cast<double>(value)))};
    if (line.title.empty())
        line.title = arrays.stringAt("items/ids", item);
    return line;
}

// begins[i] .. begins[i + 1] of a list of positions.
RatingIndex::Range range(const ArrayBundle& arrays, const std::string& begins, std::int32_t index)
{
    if (!arrays.contains(begins))
        return {};
    std::array<std::int32_t, 2> bounds{};
    arrays.slice<std::int32_t>(begins, index, bounds);
    return {bounds[0], bounds[1]};
}

DatasetRecord requireRatings(const Workspace& workspace, std::string_view name)
{
    DatasetRecord record = requireDataset(workspace, name);
    if (record.info.kind != DatasetKind::Ratings)
        throw Error(Error::Kind::BadOption, "The dataset \"" + record.info.name + "\" holds " +
                                                std::string(datasetKindName(record.info.kind)) +
                                                ", not ratings. Name a dataset of ratings.");
    return record;
}

void requireEntity(std::string_view what, std::int32_t index, std::int64_t count)
{
    if (index < 0 || index >= count)
        throw Error(Error::Kind::NotFound, "There is no " + std::string(what) + " " + std::to_string(index) +
                                               "; there are " + std::to_string(count) + ", counted from 0.");
}

} // namespace

std::string DatasetStore::text(std::string_view name, Part part, std::int32_t index) const
{
    return guarded(*m_workspace, "Reading a text", [&] {
        const DatasetRecord record = requireDataset(*m_workspace, name);
        requireIndex(record, part, index);
        return ArrayBundle(*m_workspace, record.bundle).stringAt(arrayName(part, "texts"), index);
    });
}

std::vector<SampleLine> DatasetStore::lines(std::string_view name, Part part,
                                            const std::vector<std::int32_t>& indices) const
{
    return guarded(*m_workspace, "Reading samples", [&] {
        const DatasetRecord record = requireDataset(*m_workspace, name);
        const ArrayBundle arrays(*m_workspace, record.bundle);
        std::vector<SampleLine> lines;
        lines.reserve(indices.size());
        for (const std::int32_t index : indices) {
            requireIndex(record, part, index);
            lines.push_back(record.info.kind == DatasetKind::Ratings
                                ? ratingLine(arrays, record, part, index)
                                : labelledLine(arrays, record, part, index));
        }
        return lines;
    });
}

RatingSlice DatasetStore::ratingsOfUser(std::string_view name, Part part, UserIndex user) const
{
    return guarded(*m_workspace, "Reading the ratings of a user", [&] {
        const DatasetRecord record = requireRatings(*m_workspace, name);
        requireEntity("user", user.value, record.info.users);
        const ArrayBundle arrays(*m_workspace, record.bundle);
        const auto [begin, end] = range(arrays, arrayName(part, "by-user/begins"), user.value);
        const auto count = static_cast<std::size_t>(end - begin);
        RatingSlice slice{std::vector<std::int32_t>(count), std::vector<std::int32_t>(count),
                          std::vector<float>(count)};
        std::iota(slice.rows.begin(), slice.rows.end(), begin);
        arrays.slice<std::int32_t>(arrayName(part, "items"), begin, slice.others);
        arrays.slice<float>(arrayName(part, "values"), begin, slice.values);
        slice.chunksRead = arrays.chunksRead();
        return slice;
    });
}

RatingSlice DatasetStore::ratingsOfItem(std::string_view name, Part part, ItemIndex item) const
{
    return guarded(*m_workspace, "Reading the ratings of an item", [&] {
        const DatasetRecord record = requireRatings(*m_workspace, name);
        requireEntity("item", item.value, record.info.items);
        const ArrayBundle arrays(*m_workspace, record.bundle);
        const auto [begin, end] = range(arrays, arrayName(part, "by-item/begins"), item.value);
        const auto count = static_cast<std::size_t>(end - begin);
        RatingSlice slice{std::vector<std::int32_t>(count), std::vector<std::int32_t>(count),
                          std::vector<float>(count)};
        arrays.slice<std::int32_t>(arrayName(part, "by-item/rows"), begin, slice.rows);
        arrays.slice<std::int32_t>(arrayName(part, "by-item/users"), begin, slice.others);
        arrays.slice<float>(arrayName(part, "by-item/values"), begin, slice.values);
        slice.chunksRead = arrays.chunksRead();
        return slice;
    });
}

} // namespace representer
