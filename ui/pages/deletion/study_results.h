#pragma once

#include "core/operations/any_study.h"
#include "ui/models/plain_table_model.h"

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;
class QTabWidget;

namespace representer {

class DataTable;
class PlotView;

// The charts and the table of a study, whatever was studied, finished or growing.
class StudyResults final : public QWidget {
    Q_OBJECT
public:
    explicit StudyResults(QWidget* parent = nullptr);

    // trainingSize: of the studied model's dataset, for sizes given as percentages.
    void show(const AnyStudy& study, std::int64_t trainingSize,
              const std::vector<std::pair<std::string, std::string>>& manifest);
    void clear();
    PlotView& curves() const { return *m_first; }
    PlotView& second() const { return *m_second; }
    const Table& table() const { return m_rows.table(); }

signals:
    void chartWanted(representer::PlotView* view);
    void tableWanted();

private:
    // Each draws its charts and returns its table.
    Table showDeletion(const StudyResult& study, std::int64_t trainingSize);
    Table showNegatives(const NegativeResult& study);
    Table showMislabels(const MislabelResult& study);
    void setTabs(const QString& first, const QString& table, const QString& second);
    Table deletionAreas(const StudyResult& study, const QString& unit) const;

    QLabel* m_sentence;
    QTabWidget* m_tabs;
    PlotView* m_first;
    PlotView* m_second;
    PlainTableModel m_rows;
    QSortFilterProxyModel* m_sorted;
    DataTable* m_table;
};

} // namespace representer
