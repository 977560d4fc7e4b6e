#pragma once

#include "core/base/matrix_types.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace representer {

// What a method computed once for a model and its training data, as numbers that can be kept and handed back
// another day. Explainers know no store: whoever makes them says where to look.
using PreparedArrays = std::map<std::string, Vector, std::less<>>;

struct PreparedForm {
    std::string_view method;
    int version = 1; // raised by the method when the meaning of its arrays changes
};

struct Preparation {
    PreparedForm form;
    PreparedArrays arrays;
};

// What is kept in this form for the model at hand, or nothing. Asked only where looking pays; what it returns
// is checked and never trusted. Empty: there is no place to look.
using FindPrepared = std::function<std::optional<PreparedArrays>(const PreparedForm&)>;

} // namespace representer
