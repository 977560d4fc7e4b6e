#pragma once

#include "ui/workbench/workbench.h"

#include <QUndoCommand>

namespace representer {

// Moving through rows is one step of undo, however many rows were passed.
class SelectSampleCommand final : public QUndoCommand {
public:
    SelectSampleCommand(Workbench& workbench, std::optional<SelectedSample> before,
                        std::optional<SelectedSample> after)
        : QUndoCommand(Workbench::tr("selection")), m_workbench(workbench), m_before(before), m_after(after)
    {
    }
    void undo() override { m_workbench.applySelection(m_before); }
    void redo() override { m_workbench.applySelection(m_after); }
    int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* other) override
    {
        m_after = static_cast<const SelectSampleCommand*>(other)->m_after;
        return true;
    }

private:
    Workbench& m_workbench;
    std::optional<SelectedSample> m_before;
    std::optional<SelectedSample> m_after;
};

} // namespace representer
