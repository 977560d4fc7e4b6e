#pragma once

#include <QUndoCommand>

#include <functional>

namespace representer {

// A change that is done and undone by two functions. They must stand being called after what they speak of is
// gone.
class UndoStep final : public QUndoCommand {
public:
    UndoStep(const QString& name, std::function<void()> redo, std::function<void()> undo)
        : QUndoCommand(name), m_redo(std::move(redo)), m_undo(std::move(undo))
    {
    }
    void redo() override { m_redo(); }
    void undo() override { m_undo(); }

private:
    std::function<void()> m_redo;
    std::function<void()> m_undo;
};

} // namespace representer
