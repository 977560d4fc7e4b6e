#pragma once

#include <QTableView>

#include <map>
#include <vector>

namespace representer {

// The table of the window: rows of one line, copying as tab-separated text (numbers in full), a column menu
// on the header, and column widths, order and visibility remembered under `key` (not at all when it is
// empty: for columns that change).
class DataTable final : public QTableView {
    Q_OBJECT
public:
    explicit DataTable(const QString& key, QWidget* parent = nullptr);

    // The model, and which columns are hidden until the user says otherwise. Widths are in average
    // characters; 0 leaves the rest.
    struct ColumnLayout {
        std::vector<int> hidden;
        std::vector<int> widths;
        int stretched = -1;             // takes the room that is left
        int leastStretch = 14;          // characters it wants at least
        std::vector<int> yielding = {}; // hidden one by one, in this order, while it has less
    };
    void setTable(QAbstractItemModel* model, const ColumnLayout& layout);
    // Changes which columns are hidden while the user has not decided it for them.
    void setHiddenByDefault(int column, bool hidden);

    void fitColumns(); // decides which columns show and gives the stretched one the room that is left

    // Rows as shown, or only the selected ones, with the header line.
    QString asTsv(bool selectedOnly) const;
    static void restoreDefaults(); // forgets what was remembered, for every table

    // What stands in the table while it has no rows.
    void setEmptyText(const QString& text);

    // Actions of the context menu, before the table's own.
    void setRowActions(const QList<QAction*>& actions) { m_rowActions = actions; }

    // The heading and two rows; every table takes the room there is beyond.
    QSize sizeHint() const override { return {QTableView::sizeHint().width(), 90}; }
    QSize minimumSizeHint() const override { return {QTableView::minimumSizeHint().width(), 90}; }

signals:
    void exportRequested();
    void rowChosen(const QModelIndex& index); // a click or the keyboard moved here
    void rowOpened(const QModelIndex& index); // double-click or Return

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void copy(bool selectedOnly);
    void showColumnMenu(const QPoint& position);
    void applyDefaultLayout();
    void applyWidths();
    bool wanted(int column) const;
    void remember() const;

    QString m_key;
    ColumnLayout m_layout;
    std::map<int, bool> m_chosen; // columns the user has shown (true) or hidden (false)
    bool m_fitting = false;
    QList<QAction*> m_rowActions;
    QString m_emptyText;
};

} // namespace representer
