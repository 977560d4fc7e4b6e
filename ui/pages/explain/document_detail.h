#pragma once

#include "ui/models/plain_table_model.h"
#include "ui/models/sample_detail_data.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QSortFilterProxyModel;

namespace representer {

class DataTable;

// Two texts side by side, the words that link them lit by their contribution, and the words as a table below.
class DocumentDetail final : public QWidget {
    Q_OBJECT
public:
    explicit DocumentDetail(QWidget* parent = nullptr);
    void setPair(DocumentPair pair);

protected:
    void changeEvent(QEvent* event) override;

private:
    void light();

    DocumentPair m_pair;
    QPlainTextEdit* m_point;
    QPlainTextEdit* m_sample;
    QLabel* m_hint;
    PlainTableModel m_words;
    QSortFilterProxyModel* m_sorted;
    DataTable* m_table;
};

} // namespace representer
