#include "ui/workbench/first_point.h"

namespace representer {

std::optional<TestPoint> firstPoint(const Dataset& dataset)
{
    if (const auto* ratings = std::get_if<RatingData>(&dataset.content)) {
        const RatingPart& part = ratings->test.size() > 0 ? ratings->test : ratings->train;
        if (part.size() == 0)
            return std::nullopt;
        return UserItem{{part.users.front()}, {part.items.front()}};
    }
    if (dataset.info.test > 0)
        return DatasetRow{Part::Test, 0};
    if (dataset.info.train > 0)
        return DatasetRow{Part::Train, 0};
    return std::nullopt;
}

} // namespace representer
