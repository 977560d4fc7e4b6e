#pragma once

#include "ui/models/point_lines.h"
#include "ui/models/text_table_model.h"

#include <QSortFilterProxyModel>

#include <functional>
#include <optional>
#include <set>

namespace representer {

// Test documents or images with truth, prediction and margin.
class PointListModel final : public TextTableModel {
    Q_OBJECT
public:
    enum Column { Title, Truth, Predicted, Margin, Id, ColumnCount };

    using TextTableModel::TextTableModel;

    // dataset names the labels; thumbnail draws a row of images (empty function: no picture).
    void setLines(PointLines lines, std::array<QString, 2> labelNames,
                  std::function<QVariant(int row)> thumbnail = {});
    const PointLine& line(int row) const { return (*m_lines)[static_cast<std::size_t>(row)]; }
    int rowOf(const DatasetRow& row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;

protected:
    TableColumn column(int column) const override;
    QString text(int row, int column, bool exact) const override;
    QVariant sortKey(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant otherData(int row, int column, int role) const override;

private:
    PointLines m_lines;
    std::array<QString, 2> m_labelNames;
    std::function<QVariant(int)> m_thumbnail;
};

// The quick filters of the picker.
class PointFilterProxy final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    enum class Outcome { All, Wrong, Unsure };

    explicit PointFilterProxy(PointListModel* source, QObject* parent = nullptr);

    void setOutcome(Outcome outcome);
    void setTruth(const QString& truth); // empty: every class
    void setText(const QString& text);   // words in title, id or class
    // Rows whose full text matches, found by the store; joined to those that match by title.
    void setFullTextMatches(std::set<int> rows);

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;

private:
    PointListModel* m_source;
    Outcome m_outcome = Outcome::All;
    QString m_truth;
    QStringList m_words;
    std::set<int> m_fullText;
};

} // namespace representer
