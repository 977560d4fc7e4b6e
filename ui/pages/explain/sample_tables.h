#pragma once

#include "ui/models/explanation_model.h"
#include "ui/models/signed_samples_proxy.h"

#include <QWidget>

class QLabel;

namespace representer {

class DataTable;

// The two ranked tables: what pushes the score up, what pushes it down. One row is current in both together.
class SampleTables final : public QWidget {
    Q_OBJECT
public:
    explicit SampleTables(QWidget* parent = nullptr);

    void setExplained(std::shared_ptr<const ExplainedPoint> point);
    void setText(const QString& text);
    void setBrushed(const std::optional<std::set<int>>& rows);
    void setSelectedRow(int row); // position in ExplainedPoint::samples, or -1
    int selectedRow() const { return m_selected; }
    std::vector<TrainIndex>
    selectedSamples() const; // all rows marked in the table that has the current one, without repeats
    void setRowActions(const QList<QAction*>& actions);

    int shownRows() const;
    int allRows() const;
    ExplanationModel& model() { return m_model; }
    DataTable& up() const { return *m_up.table; }
    DataTable& down() const { return *m_down.table; }

signals:
    void sampleChosen(int row);
    void sampleOpened(int row);
    void exportRequested();

private:
    struct Half {
        SignedSamplesProxy proxy;
        DataTable* table = nullptr;
        QLabel* heading = nullptr;
    };
    QWidget* makeHalf(Half& half, const QString& key, const QString& name);
    void updateHeadings();

    ExplanationModel m_model;
    Half m_up;
    Half m_down;
    int m_selected = -1;
    bool m_following = false;
};

} // namespace representer
