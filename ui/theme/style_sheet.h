#pragma once

#include <QPalette>
#include <QString>

namespace representer {

// The look of the standard controls. Widgets opt into a role by the dynamic property "role":
// QLabel: "title", "subtitle", "section", "muted", "mono"; QPushButton: "primary", "quiet"; QFrame: "card",
// "bar".
QString styleSheetFor(const QPalette& palette);

} // namespace representer
