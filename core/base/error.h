#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace representer {

// Where in a file something went wrong. line and column count from 1; 0 means "not applicable".
struct Place {
    std::string file;
    std::int64_t line = 0;
    std::int64_t column = 0;
};

// A failure that a person must hear about: one sentence saying what, where, why and what to do.
// Thrown deep inside, caught only at the job boundary (ui) or the command line (app).
class Error : public std::runtime_error {
public:
    enum class Kind { BadFile, BadOption, NotFound, Numerical, Storage };

    Error(Kind kind, const std::string& sentence) : std::runtime_error(sentence), m_kind(kind) {}
    // The message becomes "file:line:column: sentence".
    Error(Kind kind, Place place, const std::string& sentence);

    Kind kind() const { return m_kind; }
    const std::optional<Place>& place() const { return m_place; }

private:
    Kind m_kind;
    std::optional<Place> m_place;
};

// Something asked for cannot be had as asked: the sentence says why and what would do.
[[noreturn]] inline void refuse(const std::string& sentence)
{
    throw Error(Error::Kind::BadOption, sentence);
}

// The user asked to stop. Not an Error: nobody needs to be told what they did themselves.
class Cancelled : public std::exception {
public:
    const char* what() const noexcept override { return "cancelled"; }
};

} // namespace representer
