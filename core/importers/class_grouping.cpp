#include "core/importers/class_grouping.h"

#include "core/base/error.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <set>

namespace representer {

bool matchesPattern(std::string_view pattern, std::string_view name)
{
    // Greedy with one place to come back to: the last star seen.
    std::size_t p = 0, n = 0, star = std::string_view::npos, resume = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = n;
        } else if (p < pattern.size() && pattern[p] == name[n]) {
            ++p;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

std::vector<std::string> distinctClasses(const std::vector<std::string>& names)
{
    const std::set<std::string> distinct(names.begin(), names.end());
    std::vector<std::string> classes(distinct.begin(), distinct.end());
    if (std::all_of(classes.begin(), classes.end(),
                    [](const auto& name) { return parseNumber(name).has_value(); }))
        std::stable_sort(classes.begin(), classes.end(),
                         [](const auto& a, const auto& b) { return *parseNumber(a) < *parseNumber(b); });
    return classes;
}

std::string listed(const std::vector<std::string>& names, std::size_t limit)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), limit); ++i)
        text += (i ? ", " : "") + names[i];
    if (names.size() > limit)
        text += " and " + std::to_string(names.size() - limit) + " more";
    return text;
}

ClassGrouping groupClasses(const std::vector<std::string>& classes, const std::vector<std::string>& patterns,
                           const std::string& source)
{
    if (classes.size() < 2)
        throw Error(Error::Kind::BadFile, Place{source},
                    "all rows are of one class" +
                        (classes.empty() ? std::string() : " (" + classes.front() + ")") +
                        "; a classifier needs rows of two classes: add rows of another class.");
    if (patterns.empty() && classes.size() > 2)
        throw Error(Error::Kind::BadFile, Place{source},
                    "has " + std::to_string(classes.size()) + " classes (" + listed(classes) +
                        "); say which are the positive ones, the rest being the negative: --positive " +
                        classes.back() + " (several names and * are allowed).");
    ClassGrouping grouping;
    std::vector<std::string> sides[2];
    for (const auto& name : classes) {
        const bool positive = patterns.empty()
                                  ? name == classes.back()
                                  : std::any_of(patterns.begin(), patterns.end(), [&](const auto& pattern) {
                                        return matchesPattern(pattern, name);
                                    });
        grouping.labels[name] = positive;
        sides[positive].push_back(name);
    }
    for (const auto& pattern : patterns)
        if (std::none_of(classes.begin(), classes.end(),
                         [&](const auto& name) { return matchesPattern(pattern, name); }))
            throw Error(Error::Kind::BadOption, "--positive " + quotedExcerpt(pattern) +
                                                    " fits no class of " + source + "; its classes are " +
                                                    listed(classes) + ".");
    if (sides[0].empty())
        throw Error(Error::Kind::BadOption,
                    "--positive " + listed(patterns) + " fits every class of " + source +
                        ", so none is left to be negative; name fewer. Its classes are " + listed(classes) +
                        ".");
    grouping.labelNames[1] = sides[1].size() == 1 ? sides[1].front() : listed(patterns);
    grouping.labelNames[0] = sides[0].size() == 1 ? sides[0].front() : "not " + grouping.labelNames[1];
    return grouping;
}

} // namespace representer
