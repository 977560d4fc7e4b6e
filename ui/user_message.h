#pragma once

#include <QString>

#include <exception>

namespace representer {

// The only place where a failure becomes words on screen. Rethrows `failure` to look inside; never throws
// itself.
QString userMessage(const std::exception_ptr& failure);

} // namespace representer
