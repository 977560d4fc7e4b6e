#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace representer {

// Something the search box found and what choosing it does.
struct SearchResult {
    QString icon;
    QString title;
    QString detail; // what kind of thing it is
    std::function<void()> choose;
};

using SearchResults = std::vector<SearchResult>;

} // namespace representer
