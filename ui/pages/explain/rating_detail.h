#pragma once

#include "ui/models/plain_table_model.h"
#include "ui/models/sample_detail_data.h"

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;

namespace representer {

class DataTable;

// Two items or two users side by side, what is known of them, and the ratings they have in common.
class RatingDetail final : public QWidget {
    Q_OBJECT
public:
    explicit RatingDetail(QWidget* parent = nullptr);
    void setPair(const RatingPair& pair);

private:
    struct Card {
        QLabel* title;
        QLabel* about;
    };
    Card makeCard(const QString& heading, QLayout* into);

    Card m_point;
    Card m_sample;
    QLabel* m_rating;
    QLabel* m_hint;
    PlainTableModel m_common;
    QSortFilterProxyModel* m_sorted;
    DataTable* m_table;
};

} // namespace representer
