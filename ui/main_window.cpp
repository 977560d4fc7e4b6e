#include "ui/main_window.h"

namespace representer {

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent) {}

} // namespace representer
