#pragma once

#include "core/store/sample_key.h"
#include "core/store/workspace.h"

#include <string>
#include <string_view>
#include <vector>

namespace representer {

// What the user wrote about a sample or a prediction of a dataset; one note each.
struct Note {
    MarkedSample subject;
    std::string text;
};

class NoteStore {
public:
    explicit NoteStore(const Workspace& workspace) : m_workspace(&workspace) {}

    void set(std::string_view dataset, const Note& note) const; // an empty text removes the note
    std::vector<Note> list(std::string_view dataset) const;

private:
    const Workspace* m_workspace;
};

} // namespace representer
