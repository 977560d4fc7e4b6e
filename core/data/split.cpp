#include "core/data/split.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

std::vector<std::int32_t> shuffledRows(std::vector<std::int32_t> rows, Random& random)
{
    random.shuffle(rows);
    return rows;
}

// Rows grouped by key (counting sort, stable): the rows of key k stand at begin[k] .. begin[k + 1].
std::vector<std::int32_t> groupedRows(std::span<const std::int32_t> keys, std::span<const std::int32_t> rows,
                                      std::size_t keyCount, std::vector<std::int32_t>* begin = nullptr)
{
    std::vector<std::int32_t> next(keyCount + 1, 0);
    for (const auto key : keys)
        ++next[static_cast<std::size_t>(key) + 1];
    for (std::size_t k = 0; k < keyCount; ++k)
        next[k + 1] += next[k];
    if (begin)
        *begin = next;
    std::vector<std::int32_t> grouped(rows.size());
    for (const auto row : rows)
        grouped[static_cast<std::size_t>(
            next[static_cast<std::size_t>(keys[static_cast<std::size_t>(row)])]++)] = row;
    return grouped;
}

std::vector<std::int32_t> firstRows(std::size_t count)
{
    std::vector<std::int32_t> rows(count);
    for (std::size_t i = 0; i < count; ++i)
        rows[i] = static_cast<std::int32_t>(i);
    return rows;
}

template<class T>
std::vector<T> takeMarked(std::vector<T>& values, const std::vector<bool>& marked)
{
    std::vector<T> taken;
    if (values.empty())
        return taken;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (marked[i])
            taken.push_back(std::move(values[i]));
        else if (kept != i)
            values[kept++] = std::move(values[i]);
        else
            ++kept;
    }
    values.resize(kept);
    values.shrink_to_fit();
    return taken;
}

void takeMarked(SparseRows& x, const std::vector<bool>& marked, SparseRows& taken)
{
    const auto* ends = x.outerIndexPtr();
    Eigen::Index rows = 0, entries = 0;
    for (std::size_t i = 0; i < marked.size(); ++i)
        if (marked[i]) {
            ++rows;
            entries += ends[i + 1] - ends[i];
        }
    taken.resize(rows, x.cols());
    taken.resizeNonZeros(entries);
    std::int32_t begin = 0, kept = 0, moved = 0;
    Eigen::Index keptRows = 0, movedRows = 0;
    taken.outerIndexPtr()[0] = 0;
    for (std::size_t i = 0; i < marked.size(); ++i) {
        const auto end = x.outerIndexPtr()[i + 1]; // read before the slot is written below
        const auto count = end - begin;
        if (marked[i]) {
            std::copy_n(x.innerIndexPtr() + begin, count, taken.innerIndexPtr() + moved);
            std::copy_n(x.valuePtr() + begin, count, taken.valuePtr() + moved);
            moved += count;
            taken.outerIndexPtr()[++movedRows] = moved;
        } else {
            if (kept != begin) {
                std::copy_n(x.innerIndexPtr() + begin, count, x.innerIndexPtr() + kept);
                std::copy_n(x.valuePtr() + begin, count, x.valuePtr() + kept);
            }
            kept += count;
            x.outerIndexPtr()[++keptRows] = kept;
        }
        begin = end;
    }
    x.conservativeResize(keptRows, x.cols());
    x.resizeNonZeros(kept);
}

} // namespace

std::vector<bool> stratifiedDraw(std::span<const std::uint8_t> labels, double fraction, std::uint64_t seed)
{
    std::vector<bool> drawn(labels.size(), false);
    for (const std::uint8_t label : {std::uint8_t{0}, std::uint8_t{1}}) {
        std::vector<std::int32_t> rows;
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (labels[i] == label)
                rows.push_back(static_cast<std::int32_t>(i));
        auto random = Random::forTask(seed, label);
        rows = shuffledRows(std::move(rows), random);
        auto count = static_cast<std::size_t>(std::lround(fraction * static_cast<double>(rows.size())));
        if (fraction > 0 && rows.size() >= 2)
            count = std::clamp<std::size_t>(count, 1, rows.size() - 1);
        for (std::size_t i = 0; i < std::min(count, rows.size()); ++i)
            drawn[static_cast<std::size_t>(rows[i])] = true;
    }
    return drawn;
}

std::vector<Part> holdOutPerUser(const RatingPairs& ratings, int count, std::uint64_t seed)
{
    std::vector<std::int32_t> begin;
    const auto rows = groupedRows(ratings.user, firstRows(ratings.user.size()), ratings.users, &begin);
    std::vector<Part> parts(ratings.user.size(), Part::Train);
    for (std::size_t user = 0; user < ratings.users; ++user) {
        const auto first = rows.begin() + begin[user];
        const auto size = begin[user + 1] - begin[user];
        if (size < 2 * count + 1)
            continue;
        auto random = Random::forTask(seed, user);
        const auto drawn = shuffledRows({first, first + size}, random);
        for (int i = 0; i < 2 * count; ++i)
            parts[static_cast<std::size_t>(drawn[static_cast<std::size_t>(i)])] =
                i < count ? Part::Validation : Part::Test;
    }
    return parts;
}

std::vector<Part> holdOutFraction(std::size_t ratings, double fraction, std::uint64_t seed)
{
    Random random(seed);
    const auto order = shuffledRows(firstRows(ratings), random);
    const auto count = static_cast<std::size_t>(std::lround(fraction * static_cast<double>(ratings)));
    std::vector<Part> parts(ratings, Part::Train);
    for (std::size_t i = 0; i < std::min(count, ratings); ++i)
        parts[static_cast<std::size_t>(order[i])] = Part::Test;
    return parts;
}

std::vector<bool> interactionCore(const RatingPairs& ratings, int minimum)
{
    const auto size = ratings.user.size();
    std::vector<std::int32_t> users(ratings.users, 0), items(ratings.items, 0);
    for (std::size_t i = 0; i < size; ++i) {
        ++users[static_cast<std::size_t>(ratings.user[i])];
        ++items[static_cast<std::size_t>(ratings.item[i])];
    }
    std::vector<bool> kept(size, true);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < size; ++i) {
            auto& user = users[static_cast<std::size_t>(ratings.user[i])];
            auto& item = items[static_cast<std::size_t>(ratings.item[i])];
            if (kept[i] && (user < minimum || item < minimum)) {
                kept[i] = false;
                --user;
                --item;
                changed = true;
            }
        }
    }
    return kept;
}

std::vector<std::int32_t> byUserAndItem(const RatingPairs& ratings)
{
    const auto byItem = groupedRows(ratings.item, firstRows(ratings.item.size()), ratings.items);
    return groupedRows(ratings.user, byItem, ratings.users);
}

DocumentPart takeRows(DocumentPart& part, const std::vector<bool>& marked)
{
    DocumentPart taken;
    takeMarked(part.x, marked, taken.x);
    taken.labels = takeMarked(part.labels, marked);
    taken.ids = takeMarked(part.ids, marked);
    taken.classes = takeMarked(part.classes, marked);
    taken.titles = takeMarked(part.titles, marked);
    taken.texts = takeMarked(part.texts, marked);
    return taken;
}

MatrixPart takeRows(MatrixPart& part, const std::vector<bool>& marked)
{
    MatrixPart taken;
    const auto count = std::count(marked.begin(), marked.end(), true);
    taken.values.resize(count, part.values.cols());
    Eigen::Index moved = 0, kept = 0;
    for (std::size_t i = 0; i < marked.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        if (marked[i])
            taken.values.row(moved++) = part.values.row(row);
        else
            part.values.row(kept++) = part.values.row(row);
    }
    part.values.conservativeResize(kept, part.values.cols());
    taken.labels = takeMarked(part.labels, marked);
    taken.ids = takeMarked(part.ids, marked);
    return taken;
}

} // namespace representer
