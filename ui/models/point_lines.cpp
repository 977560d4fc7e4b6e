#include "ui/models/point_lines.h"

#include "ui/number_format.h"

#include <QStringList>

#include <algorithm>
#include <unordered_map>

namespace representer {

namespace {

template<class Strings>
QString stringAt(const Strings& strings, std::size_t i)
{
    return i < strings.size() ? toQString(strings[i]) : QString();
}

} // namespace

PointLines pointLines(const OpenModel& model, Part part, const TaskContext& context)
{
    auto lines = std::make_shared<std::vector<PointLine>>();
    const Dataset& dataset = model.dataset();
    const auto* documents = std::get_if<DocumentData>(&dataset.content);
    const auto* matrices = std::get_if<MatrixData>(&dataset.content);
    const std::size_t count = documents  ? documents->part(part).size()
                              : matrices ? matrices->part(part).size()
                                         : 0;
    lines->reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i % 512 == 0)
            context.checkpoint("Scoring", static_cast<std::int64_t>(i), static_cast<std::int64_t>(count));
        PointLine line;
        line.row = {part, static_cast<std::int32_t>(i)};
        if (documents) {
            const DocumentPart& rows = documents->part(part);
            line.id = stringAt(rows.ids, i);
            line.title = stringAt(rows.titles, i);
            line.truth = stringAt(rows.classes, i);
            line.label = rows.labels[i];
        } else {
            const MatrixPart& rows = matrices->part(part);
            line.id = stringAt(rows.ids, i);
            line.label = rows.labels[i];
        }
        if (line.id.isEmpty())
            line.id = QString::number(i);
        if (line.title.isEmpty())
            line.title = line.id;
        if (line.truth.isEmpty())
            line.truth = labelName(dataset, line.label);
        line.score = model.predict(line.row);
        line.decision = decide(model.model(), line.score);
        lines->push_back(std::move(line));
    }
    return lines;
}

ItemLines itemLines(const OpenModel& model, UserIndex user, const TaskContext& context)
{
    const auto& ratings = std::get<RatingData>(model.dataset().content);
    struct Given {
        double value;
        bool train;
    };
    std::unordered_map<std::int32_t, Given> given;
    for (const Part part : {Part::Test, Part::Validation, Part::Train}) {
        const RatingPart& rows = ratings.part(part);
        const auto [first, last] = std::equal_range(rows.users.begin(), rows.users.end(), user.value);
        for (auto it = first; it != last; ++it) {
            const auto row = static_cast<std::size_t>(it - rows.users.begin());
            given[rows.items[row]] = {ratings.scale.toUser(static_cast<double>(rows.values[row])),
                                      part == Part::Train};
        }
    }
    auto lines = std::make_shared<std::vector<ItemLine>>(ratings.items.size());
    for (std::size_t i = 0; i < lines->size(); ++i) {
        if (i % 512 == 0)
            context.throwIfStopped();
        ItemLine& line = (*lines)[i];
        line.item.value = static_cast<std::int32_t>(i);
        line.title = stringAt(ratings.items.titles, i);
        if (line.title.isEmpty())
            line.title = stringAt(ratings.items.ids, i);
        QStringList about;
        for (const auto& attribute : ratings.items.attributes) {
            if (const QString value = stringAt(attribute, i); !value.isEmpty())
                about << value;
        }
        line.about = about.join(QStringLiteral(", "));
        line.predicted = model.predict(UserItem{user, line.item});
        if (const auto found = given.find(line.item.value); found != given.end()) {
            line.given = found->second.value;
            line.inTraining = found->second.train;
        }
    }
    std::stable_sort(lines->begin(), lines->end(),
                     [](const ItemLine& a, const ItemLine& b) { return a.predicted > b.predicted; });
    return lines;
}

} // namespace representer
