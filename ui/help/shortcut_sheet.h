#pragma once

#include <QDialog>

class QMainWindow;

namespace representer {

// Every shortcut of the window, read from its own menus so that the sheet cannot be out of date.
class ShortcutSheet final : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutSheet(QMainWindow& window);
};

} // namespace representer
