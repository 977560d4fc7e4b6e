#pragma once

#include "core/store/sample_key.h"
#include "core/store/workspace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

enum class Verdict { Keep, Wrong, Unsure };

constexpr std::string_view verdictName(Verdict verdict)
{
    return verdict == Verdict::Keep ? "keep" : verdict == Verdict::Wrong ? "wrong" : "unsure";
}

// What the user thinks of a sample.
struct Mark {
    MarkedSample sample;
    Verdict verdict = Verdict::Unsure;
    std::string note;
};

class MarkStore {
public:
    explicit MarkStore(const Workspace& workspace) : m_workspace(&workspace) {}

    void set(std::string_view dataset, const Mark& mark) const; // replaces an earlier mark of the sample
    void clear(std::string_view dataset, const MarkedSample& sample) const;
    std::optional<Mark> find(std::string_view dataset, const MarkedSample& sample) const;
    std::vector<Mark> list(std::string_view dataset) const;

private:
    const Workspace* m_workspace;
};

} // namespace representer
