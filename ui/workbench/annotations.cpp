#include "ui/workbench/annotations.h"

#include "core/store/workspace.h"
#include "ui/number_format.h"
#include "ui/workbench/undo_step.h"
#include "ui/workbench/workbench.h"

#include <QPointer>

namespace representer {

namespace {

struct Stored {
    std::vector<Note> notes;
    std::vector<Mark> marks;
};

} // namespace

std::optional<MarkedSample> noteSubject(const TestPoint& point)
{
    if (const auto* row = std::get_if<DatasetRow>(&point))
        return *row;
    if (const auto* pair = std::get_if<UserItem>(&point))
        return *pair;
    return std::nullopt;
}

Annotations::Annotations(Workbench& workbench) : m_workbench(workbench)
{
    connect(&workbench, &Workbench::openModelChanged, this, &Annotations::read);
    connect(&m_store, &StoreQueue::failed, this, &Annotations::failed);
}

Annotations::Key Annotations::keyOf(const MarkedSample& subject)
{
    if (const auto* row = std::get_if<DatasetRow>(&subject))
        return {static_cast<int>(row->part), row->index, -1};
    const auto& pair = std::get<UserItem>(subject);
    return {-1, pair.user.value, pair.item.value};
}

void Annotations::read()
{
    const auto model = m_workbench.openModel();
    const std::string dataset = model ? model->dataset().info.name : std::string();
    if (dataset == m_dataset)
        return;
    m_dataset = dataset;
    m_notes.clear();
    m_marks.clear();
    emit changed();
    if (dataset.empty()) {
        m_reading.cancel();
        return;
    }
    m_reading.start(
        tr("Reading the notes"),
        [path = m_workbench.workspacePath(), dataset](const TaskContext&) {
            const Workspace workspace(path, Workspace::Mode::OpenExisting);
            return Stored{NoteStore(workspace).list(dataset), MarkStore(workspace).list(dataset)};
        },
        [this](const Stored& stored) {
            // What was written meanwhile is newer: emplace leaves it.
            for (const Note& note : stored.notes)
                m_notes.emplace(keyOf(note.subject), toQString(note.text));
            for (const Mark& mark : stored.marks)
                m_marks.emplace(keyOf(mark.sample), mark.verdict);
            emit changed();
        },
        [this](const QString& message) { emit failed(message); });
}

QString Annotations::note(const MarkedSample& subject) const
{
    const auto found = m_notes.find(keyOf(subject));
    return found == m_notes.end() ? QString() : found->second;
}

std::optional<Verdict> Annotations::mark(const MarkedSample& subject) const
{
    const auto found = m_marks.find(keyOf(subject));
    return found == m_marks.end() ? std::nullopt : std::optional(found->second);
}

void Annotations::setNote(const MarkedSample& subject, const QString& text)
{
    const QString before = note(subject);
    const QString after = text.trimmed();
    if (m_dataset.empty() || before == after)
        return;
    const auto step = [book = QPointer<Annotations>(this), dataset = m_dataset, subject](const QString& to) {
        return [=] {
            if (book)
                book->applyNote(dataset, subject, to);
        };
    };
    m_workbench.undoStack().push(new UndoStep(tr("note"), step(after), step(before)));
}

void Annotations::setMarks(const std::vector<MarkedSample>& subjects, std::optional<Verdict> verdict)
{
    if (m_dataset.empty() || subjects.empty())
        return;
    std::vector<std::optional<Verdict>> before;
    for (const MarkedSample& subject : subjects)
        before.push_back(mark(subject));
    const auto step = [book = QPointer<Annotations>(this), dataset = m_dataset,
                       subjects](const std::vector<std::optional<Verdict>>& to) {
        return [=] {
            for (std::size_t i = 0; book && i < subjects.size(); ++i)
                book->applyMark(dataset, subjects[i], to[i]);
        };
    };
    const std::vector<std::optional<Verdict>> after(subjects.size(), verdict);
    m_workbench.undoStack().push(new UndoStep(tr("mark"), step(after), step(before)));
}

void Annotations::applyNote(const std::string& dataset, const MarkedSample& subject, const QString& text)
{
    if (dataset == m_dataset) {
        if (text.isEmpty())
            m_notes.erase(keyOf(subject));
        else
            m_notes[keyOf(subject)] = text;
        emit changed();
    }
    m_store.add(m_workbench.workspacePath(),
                [dataset, note = Note{subject, text.toStdString()}](const Workspace& workspace) {
                    NoteStore(workspace).set(dataset, note);
                });
}

void Annotations::applyMark(const std::string& dataset, const MarkedSample& subject, std::optional<Verdict> verdict)
{
    if (dataset == m_dataset) {
        if (verdict)
            m_marks[keyOf(subject)] = *verdict;
        else
            m_marks.erase(keyOf(subject));
        emit changed();
    }
    m_store.add(m_workbench.workspacePath(), [dataset, subject, verdict](const Workspace& workspace) {
        if (verdict)
            MarkStore(workspace).set(dataset, {subject, *verdict, {}});
        else
            MarkStore(workspace).clear(dataset, subject);
    });
}

} // namespace representer
