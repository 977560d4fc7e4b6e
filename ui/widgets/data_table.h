#pragma once

#include <QTableView>

#include <vector>

namespace representer {

// The table of the window: rows of one line, copying as tab-separated text (numbers in full), a column menu
// on the header, and column widths, order and visibility remembered under `key`.
class DataTable final : public QTableView {
    Q_OBJECT
public:
    explicit DataTable(const QString& key, QWidget* parent = nullptr);

    // The model, and which columns are hidden until the user says otherwise. Widths are in average
    // characters; 0 leaves the rest.
    struct ColumnLayout {
        std::vector<int> hidden;
        std::vector<int> widths;
        int stretched = -1; // takes the room that is left
    };
    void setTable(QAbstractItemModel* model, const ColumnLayout& layout);

    void fitColumns(); // gives the stretched column the room that is left

    // Rows as shown, or only the selected ones, with the header line.
    QString asTsv(bool selectedOnly) const;
    static void restoreDefaults(); // forgets what was remembered, for every table

    // Actions of the context menu, before the table's own.
    void setRowActions(const QList<QAction*>& actions) { m_rowActions = actions; }

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

private:
    void copy(bool selectedOnly);
    void showColumnMenu(const QPoint& position);
    void applyDefaultLayout();
    void remember() const;

    QString m_key;
    ColumnLayout m_layout;
    QList<QAction*> m_rowActions;
};

} // namespace representer
