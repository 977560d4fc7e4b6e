#pragma once

#include <Qt>

namespace representer {

// What the models of the window offer beside Qt's own roles.
enum ItemRole {
    SortRole = Qt::UserRole, // the raw number behind a formatted cell
    FractionRole,            // double in -1..1: length and direction of a contribution bar
    ExactTextRole,           // the cell for copying and exporting: numbers in full precision
    IndexRole                // position of the row's subject in the dataset (train row, test row, user, item)
};

} // namespace representer
