#include "core/base/error.h"

namespace representer {

namespace {
std::string withPlace(const Place& place, const std::string& sentence)
{
    std::string text = place.file;
    if (place.line > 0)
        text += ":" + std::to_string(place.line);
    if (place.line > 0 && place.column > 0)
        text += ":" + std::to_string(place.column);
    return text.empty() ? sentence : text + ": " + sentence;
}
} // namespace

Error::Error(Kind kind, Place place, const std::string& sentence)
    : std::runtime_error(withPlace(place, sentence)), m_kind(kind), m_place(std::move(place))
{
}

} // namespace representer
