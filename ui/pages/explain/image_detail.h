#pragma once

#include "ui/models/sample_detail_data.h"

#include <QWidget>

class QLabel;

namespace representer {

// Two pictures and the heat map of their product: where the two agree, in the direction the sample pushes.
class ImageDetail final : public QWidget {
    Q_OBJECT
public:
    explicit ImageDetail(QWidget* parent = nullptr);
    void setPair(ImagePair pair);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void drawPictures();

    ImagePair m_pair;
    QLabel* m_point;
    QLabel* m_sample;
    QLabel* m_product;
};

} // namespace representer
