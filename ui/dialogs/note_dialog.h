#pragma once

#include <QDialog>
#include <QString>

class QPlainTextEdit;

namespace representer {

// A few lines of the user's own about something. Never blocks: show it with open() and listen to written().
class NoteDialog final : public QDialog {
    Q_OBJECT
public:
    NoteDialog(const QString& subject, const QString& note, QWidget* parent);

signals:
    void written(const QString& note); // empty: the note is to go

private:
    QPlainTextEdit* m_text;
};

} // namespace representer
