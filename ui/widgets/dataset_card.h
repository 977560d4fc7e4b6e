#pragma once

#include "core/data/dataset.h"

#include <QPushButton>

class QLabel;

namespace representer {

// A dataset to click: what it is, how large, how many models.
class DatasetCard final : public QPushButton {
    Q_OBJECT
public:
    DatasetCard(const DatasetInfo& info, int models, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void recolour();
    QString m_iconName;
    QLabel* m_icon;
};

// "400 users, 300 items, 20 000 ratings"
QString datasetSizeText(const DatasetInfo& info);

} // namespace representer
