#pragma once

#include <string_view>

namespace representer {

enum class Part { Train, Validation, Test };

constexpr std::string_view partName(Part part)
{
    return part == Part::Train ? "train" : part == Part::Validation ? "validation" : "test";
}

} // namespace representer
