#include "ui/help/shortcut_sheet.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QVBoxLayout>

namespace representer {

ShortcutSheet::ShortcutSheet(QMainWindow& window) : QDialog(&window)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(28);
    grid->setVerticalSpacing(5);
    int row = 0;
    int column = 0;
    const auto line = [&](const QString& what, const QString& keys) {
        auto* text = new QLabel(what);
        auto* key = new QLabel(keys);
        key->setProperty("role", QStringLiteral("section"));
        grid->addWidget(text, row, column);
        grid->addWidget(key, row++, column + 1);
    };
    const auto section = [&](const QString& name) {
        if (row > 12) {
            row = 0;
            column += 2;
        }
        auto* title = new QLabel(name);
        title->setProperty("role", QStringLiteral("subtitle"));
        grid->addWidget(title, row++, column, 1, 2);
    };
    for (const QAction* top : window.menuBar()->actions()) {
        if (!top->menu())
            continue;
        section(QString(top->text()).remove(QLatin1Char('&')));
        for (const QAction* action : top->menu()->actions())
            if (!action->shortcut().isEmpty())
                line(QString(action->text()).remove(QLatin1Char('&')),
                     action->shortcut().toString(QKeySequence::NativeText));
    }
    section(tr("Tables and charts"));
    line(tr("Copy rows as tab-separated text"),
         QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText));
    line(tr("Open the row"), tr("Return"));
    line(tr("Zoom (over an axis: that axis only)"), tr("Wheel"));
    line(tr("Show everything again"), tr("Double-click"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 16);
    layout->setSpacing(14);
    layout->addLayout(grid);
    layout->addWidget(buttons);
}

} // namespace representer
