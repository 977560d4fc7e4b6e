#pragma once

#include <QObject>
#include <QSettings>

namespace representer {

class Workbench;

// Where the user was in a workspace: model, point, method, side. Written on every change, so that a crash
// loses nothing; read when the workspace is opened again.
class Session final : public QObject {
    Q_OBJECT
public:
    Session(Workbench& workbench, QObject* parent = nullptr);
    bool restore(); // false: nothing is remembered of this workspace, or it is no longer there

private:
    QString group() const;
    void save();

    Workbench& m_workbench;
    QSettings m_settings;
};

} // namespace representer
