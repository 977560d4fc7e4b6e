#include "ui/dialogs/note_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace representer {

NoteDialog::NoteDialog(const QString& subject, const QString& note, QWidget* parent)
    : QDialog(parent), m_text(new QPlainTextEdit(note))
{
    setWindowTitle(tr("Note"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* about = new QLabel(subject);
    about->setTextFormat(Qt::PlainText);
    about->setWordWrap(true);
    about->setProperty("role", QStringLiteral("section"));
    m_text->setAccessibleName(tr("Note"));
    m_text->setPlaceholderText(tr("What you want to remember. It is kept in the workspace."));
    m_text->setTabChangesFocus(true);
    m_text->moveCursor(QTextCursor::End);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Save)->setProperty("role", QStringLiteral("primary"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(about);
    layout->addWidget(m_text, 1);
    layout->addWidget(buttons);
    resize(460, 240);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), this), &QShortcut::activated, this,
            &QDialog::accept);
    connect(this, &QDialog::accepted, this, [this] { emit written(m_text->toPlainText()); });
    m_text->setFocus();
}

} // namespace representer
