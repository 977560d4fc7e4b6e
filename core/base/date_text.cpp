#include "core/base/date_text.h"

#include "core/base/number_text.h"

#include <chrono>

namespace representer {

std::optional<std::int64_t> parseDate(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    const auto year = parseInteger(text.substr(0, 4));
    const auto month = parseInteger(text.substr(5, 2));
    const auto day = parseInteger(text.substr(8, 2));
    if (!year || !month || !day || *month < 1 || *day < 1)
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok())
        return std::nullopt;
    return std::chrono::sys_days(date).time_since_epoch().count() * std::int64_t{86400};
}

} // namespace representer
