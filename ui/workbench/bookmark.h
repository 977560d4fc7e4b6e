#pragma once

#include "ui/workbench/explained_point.h"

#include <QString>

#include <optional>

namespace representer {

class Workbench;

// Somewhere to come back to: a prediction of a model and how it was asked for. Written as text, so that it
// outlives the session; typed-in text is in no dataset and is no such place.
struct Bookmark {
    QString model;
    QString point; // "row 2 17" (part, index) or "pair 4169 12" (user, item); empty: the model's first
    QString method;
    Side side = Side::Both;
};

std::optional<Bookmark> bookmarkOf(const ExplainedPoint& explained);
// False when its model is no longer there. A point that is no longer there is left out.
bool goTo(Workbench& workbench, const Bookmark& place);

} // namespace representer
