#include "ui/pages/explain/image_detail.h"

#include "ui/models/matrix_image.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPixmap>

#include <algorithm>

namespace representer {

ImageDetail::ImageDetail(QWidget* parent)
    : QWidget(parent), m_point(new QLabel(this)), m_sample(new QLabel(this)), m_product(new QLabel(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](QLabel* picture, const QString& name) {
        auto* heading = new QLabel(name, this);
        heading->setProperty("role", QStringLiteral("muted"));
        heading->setWordWrap(true);
        picture->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        picture->setAccessibleName(name);
        auto* column = new QVBoxLayout;
        column->addWidget(heading);
        column->addWidget(picture, 1);
        layout->addLayout(column, 1);
    };
    add(m_point, tr("The image explained"));
    add(m_sample, tr("The training sample"));
    add(m_product, tr("Where they agree"));
    m_product->setToolTip(tr("What the training image adds place by place, the explained image seen through "
                             "the model: blue pushes up, orange "
                             "down. It sums to the importance of the high-dimensional representer."));
}

void ImageDetail::setPair(ImagePair pair)
{
    m_pair = std::move(pair);
    drawPictures();
}

void ImageDetail::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawPictures();
}

void ImageDetail::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    drawPictures();
}

void ImageDetail::drawPictures()
{
    if (m_pair.point.size() == 0)
        return;
    const int size = std::clamp(std::min(width() / 3 - 12, height() - 40), 32, 320);
    m_point->setPixmap(QPixmap::fromImage(greyImage(m_pair.point, size)));
    m_sample->setPixmap(QPixmap::fromImage(greyImage(m_pair.sample, size)));
    m_product->setPixmap(QPixmap::fromImage(heatMap(m_pair.product, size, palette())));
}

} // namespace representer
