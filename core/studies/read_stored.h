#pragma once

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <string>

namespace representer {

// A plan or row that cannot be read back is a damaged workspace, said as such.
template<class Read>
auto readOrExplain(const char* what, Read read)
{
    try {
        return read();
    } catch (const nlohmann::json::exception& e) {
        throw Error(Error::Kind::Storage, std::string("A stored ") + what + " of a study cannot be read (" +
                                              e.what() + "); run check on the workspace.");
    }
}

} // namespace representer
