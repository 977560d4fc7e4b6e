#pragma once

#include <memory>
#include <variant>

namespace representer {

// One alternative of a shared dataset's or model's content, kept alive by the whole.
template<class Part, class Whole>
std::shared_ptr<const Part> shareContent(const std::shared_ptr<const Whole>& whole)
{
    return std::shared_ptr<const Part>(whole, &std::get<Part>(whole->content));
}

} // namespace representer
