#include "ui/theme/style_sheet.h"

#include "ui/theme/colours.h"

#include <QHash>
#include <QStringList>

namespace representer {

static const char* const sheet = R"(
QToolTip { background: @tip; color: @text; border: 1px solid @border; padding: 6px; }
QLabel { background: transparent; }
QLabel[role="title"] { font-size: 17pt; font-weight: 600; }
QLabel[role="subtitle"] { font-size: 12pt; font-weight: 600; }
QLabel[role="section"] { font-weight: 600; color: @muted; }
QLabel[role="muted"] { color: @muted; }
QLabel[role="error"] { color: @error; }
QFrame[role="card"] { background: @base; border: 1px solid @border; border-radius: 8px; }
QFrame[role="bar"] { background: @base; border: none; border-bottom: 1px solid @border; }
QFrame[role="footer"] { background: @base; border: none; border-top: 1px solid @border; }
QFrame[role="rail"] { background: @rail; border: none; border-right: 1px solid @border; }
QMenuBar { background: @base; padding: 1px 4px; }
QMenuBar::item { padding: 4px 9px; border-radius: 5px; background: transparent; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @base; border: 1px solid @border; padding: 5px; }
QMenu::item { padding: 5px 28px 5px 22px; border-radius: 5px; }
QMenu::item:selected { background: @accent; color: @onaccent; }
QMenu::item:disabled { color: @faint; background: transparent; }
QMenu::separator { height: 1px; background: @border; margin: 5px 8px; }
QMenu::indicator { width: 12px; height: 12px; left: 5px; }
QPushButton { background: @base; border: 1px solid @strong; border-radius: 6px; padding: 5px 14px; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @pressed; }
QPushButton:focus { border: 1px solid @accent; }
QPushButton:disabled { color: @faint; border-color: @border; background: @window; }
QPushButton:checked { background: @soft; border-color: @accent; }
QPushButton[role="primary"] { background: @accent; color: @onaccent; border: 1px solid @accent; font-weight: 600; }
QPushButton[role="primary"]:hover { background: @accenthover; }
QPushButton[role="primary"]:focus { border: 1px solid @text; }
QPushButton[role="primary"]:disabled { background: @border; color: @faint; border-color: @border; }
QPushButton[role="quiet"] { background: transparent; border: 1px solid transparent; padding: 4px 9px; }
QPushButton[role="quiet"]:hover { background: @hover; }
QPushButton[role="quiet"]:focus { border: 1px solid @accent; }
QPushButton[role="crumb"] { background: transparent; border: 1px solid transparent; padding: 4px 8px; font-weight: 600; }
QPushButton[role="crumb"]:hover { background: @hover; }
QPushButton[role="crumb"]:focus { border: 1px solid @accent; }
QPushButton::menu-indicator { width: 0px; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 4px; }
QToolButton:hover { background: @hover; }
QToolButton:pressed { background: @pressed; }
QToolButton:checked { background: @soft; }
QToolButton:focus { border: 1px solid @accent; }
QToolButton[role="action"] { border: 1px solid @border; padding: 2px 8px; }
QToolButton[role="action"]:disabled { color: @faint; }
QToolButton[role="action"]:focus { border: 1px solid @accent; }
QToolButton::menu-indicator { image: none; }
QToolButton[role="rail"] { border-radius: 8px; padding: 6px 2px; color: @muted; font-size: 8.5pt; }
QToolButton[role="rail"]:hover { background: @hover; color: @text; }
QToolButton[role="rail"]:checked { background: @soft; color: @link; font-weight: 600; }
QToolButton[role="rail"]:focus { border: 1px solid @accent; }
QLineEdit, QSpinBox, QDoubleSpinBox, QPlainTextEdit, QComboBox {
    background: @base; border: 1px solid @strong; border-radius: 6px; padding: 4px 8px;
    selection-background-color: @accent; selection-color: @onaccent; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QPlainTextEdit:focus, QComboBox:focus { border: 1px solid @accent; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled { background: @window; color: @faint; }
QLineEdit[invalid="true"], QComboBox[invalid="true"] { border: 1px solid @error; }
QComboBox { padding-right: 22px; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url(:/icons/chevron.svg); width: 12px; height: 12px; }
QSpinBox, QDoubleSpinBox { padding-right: 20px; }
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right;
    width: 18px; border: none; margin: 2px 2px 0 0; border-radius: 3px; }
QSpinBox::down-button, QDoubleSpinBox::down-button { subcontrol-origin: border; subcontrol-position: bottom right;
    width: 18px; border: none; margin: 0 2px 2px 0; border-radius: 3px; }
QSpinBox::up-button:hover, QSpinBox::down-button:hover, QDoubleSpinBox::up-button:hover,
QDoubleSpinBox::down-button:hover { background: @hover; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:/icons/chevron-up.svg); width: 9px; height: 9px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(:/icons/chevron.svg); width: 9px; height: 9px; }
QCheckBox::indicator { width: 13px; height: 13px; border: 1px solid @strong; border-radius: 3px; background: @base; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border: 1px solid @accent; }
QCheckBox::indicator:checked { background: @accent; border: 1px solid @accent; image: url(:/icons/tick.svg); }
QCheckBox::indicator:disabled { background: @window; border: 1px solid @border; }
QCheckBox::indicator:checked:disabled { background: @faint; }
QCheckBox { padding: 2px 0; spacing: 7px; }
QCheckBox:disabled { color: @faint; }
QComboBox QAbstractItemView { background: @base; border: 1px solid @border; outline: none; padding: 3px; }
QTabWidget::pane { border: none; border-top: 1px solid @border; }
QTabBar { qproperty-drawBase: 0; background: transparent; }
QTabBar::tab { padding: 6px 12px; border: none; border-bottom: 2px solid transparent; color: @muted; background: transparent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:focus { color: @link; }
QAbstractItemView { background: @base; alternate-background-color: @alternate; border: 1px solid @border;
    border-radius: 6px; outline: none; selection-background-color: @soft; selection-color: @text; }
QTableView { gridline-color: @grid; }
QTableView::item, QTreeView::item, QListView::item { padding: 3px 6px; border: 0px solid transparent; }
QTableView::item:selected, QTreeView::item:selected, QListView::item:selected { background: @soft; color: @text; }
QTableView::item:hover:!selected, QTreeView::item:hover:!selected, QListView::item:hover:!selected { background: @hover; }
QHeaderView { background: @base; border: none; border-top-left-radius: 6px; border-top-right-radius: 6px; }
QHeaderView::section { background: @base; color: @muted; border: none; border-bottom: 1px solid @border; padding: 5px 6px;
    font-weight: 600; }
QHeaderView::section:hover { color: @text; }
QHeaderView::up-arrow { image: url(:/icons/chevron-up.svg); subcontrol-origin: padding; subcontrol-position: top center;
    width: 9px; height: 7px; }
QHeaderView::down-arrow { image: url(:/icons/chevron.svg); subcontrol-origin: padding; subcontrol-position: top center;
    width: 9px; height: 7px; }
QTableCornerButton::section { background: @base; border: none; border-bottom: 1px solid @border; }
QScrollArea, QScrollArea > QWidget, QScrollArea > QWidget > QWidget#formBody { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: @scroll; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: @scrollhover; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @border; }
QProgressBar { background: @pressed; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QTextBrowser { padding: 8px; }
QGroupBox { border: 1px solid @border; border-radius: 8px; margin-top: 9px; padding-top: 8px; background: @base; }
QGroupBox::title { subcontrol-origin: margin; left: 12px; padding: 0 4px; color: @muted; font-weight: 600; }
)";

QString styleSheetFor(const QPalette& palette)
{
    const QColor window = palette.color(QPalette::Window);
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    const QColor accent = palette.color(QPalette::Highlight);
    // Longest names first: "@accenthover" must not be taken for "@accent".
    const std::pair<const char*, QColor> tones[] = {
        {"@accenthover", mixed(accent, text, 0.15)},
        {"@scrollhover", mixed(base, text, 0.45)},
        {"@alternate", palette.color(QPalette::AlternateBase)},
        {"@onaccent", palette.color(QPalette::HighlightedText)},
        {"@pressed", mixed(base, text, 0.13)},
        {"@accent", accent},
        {"@border", borderColour(palette)},
        {"@strong", mixed(window, text, isDark(palette) ? 0.26 : 0.22)},
        {"@scroll", mixed(base, text, 0.25)},
        {"@window", window},
        {"@muted", mutedTextColour(palette)},
        {"@faint", mixed(text, window, 0.5)},
        {"@hover", mixed(base, text, 0.06)},
        {"@error", errorColour(palette)},
        {"@base", base},
        {"@text", text},
        {"@soft", mixed(base, accent, isDark(palette) ? 0.32 : 0.14)},
        {"@link", palette.color(QPalette::Link)},
        {"@grid", mixed(base, text, 0.06)},
        {"@rail", mixed(window, base, 0.5)},
        {"@tip", palette.color(QPalette::ToolTipBase)},
    };
    QString result = QString::fromLatin1(sheet);
    for (const auto& [name, colour] : tones)
        result.replace(QLatin1String(name), colour.name());
    return result;
}

} // namespace representer
