#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace representer {

// "1998-01-31" as seconds since 1970 at the beginning of that day (UTC); nothing for other text or a day that
// does not exist.
std::optional<std::int64_t> parseDate(std::string_view text);

} // namespace representer
