#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/jobs/store_queue.h"
#include "ui/workbench/bookmark.h"

#include <QObject>

#include <vector>

namespace representer {

class Workbench;

// Predictions the user wants to find again, by name; kept in the workspace with their model.
class SavedViews final : public QObject {
    Q_OBJECT
public:
    struct View {
        QString name;
        Bookmark place;
    };

    explicit SavedViews(Workbench& workbench);

    const std::vector<View>& views() const { return m_views; } // by name
    bool canSave() const; // there is an explanation that can be found again
    QString suggestedName() const;
    void save(const QString& name);   // what is on screen; replaces a view of this name; can be undone
    void remove(const QString& name); // can be undone
    void open(const QString& name);
    bool storing() const { return !m_store.idle(); }

signals:
    void changed();
    void failed(const QString& message);

private:
    void read();
    const View* find(const QString& name) const;
    void change(const QString& step, const QString& name, const std::optional<Bookmark>& after);
    void apply(const QString& name, const std::optional<Bookmark>& place);

    Workbench& m_workbench;
    std::vector<View> m_views;
    LatestJob m_reading;
    StoreQueue m_store;
};

} // namespace representer
