#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/jobs/store_queue.h"

#include <QObject>
#include <QString>

#include "core/store/mark_store.h" // after Qt: its moc stumbles over <compare> as the first header
#include "core/store/note_store.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace representer {

class Workbench;

// What a note on this point hangs on; nothing for typed-in text, which is in no dataset.
std::optional<MarkedSample> noteSubject(const TestPoint& point);

// The user's notes and marks on samples and predictions of the dataset of the open model: read with it, stored as they
// are made.
class Annotations final : public QObject {
    Q_OBJECT
public:
    explicit Annotations(Workbench& workbench);

    QString note(const MarkedSample& subject) const; // empty without one
    std::optional<Verdict> mark(const MarkedSample& subject) const;
    int markCount() const { return static_cast<int>(m_marks.size()); }
    bool storing() const { return !m_store.idle(); }

    // Both can be undone.
    void setNote(const MarkedSample& subject, const QString& text); // empty removes it
    void setMarks(const std::vector<MarkedSample>& subjects, std::optional<Verdict> verdict);

signals:
    void changed();
    void failed(const QString& message);

private:
    using Key = std::tuple<int, std::int32_t, std::int32_t>;
    static Key keyOf(const MarkedSample& subject);
    void read();
    void applyNote(const std::string& dataset, const MarkedSample& subject, const QString& text);
    void applyMark(const std::string& dataset, const MarkedSample& subject, std::optional<Verdict> verdict);

    Workbench& m_workbench;
    std::string m_dataset;
    std::map<Key, QString> m_notes;
    std::map<Key, Verdict> m_marks;
    LatestJob m_reading;
    StoreQueue m_store;
};

} // namespace representer
