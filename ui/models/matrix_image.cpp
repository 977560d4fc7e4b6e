#include "ui/models/matrix_image.h"

#include "ui/theme/colours.h"

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

// Whole pixels per cell: a blurred digit is no evidence.
QImage enlarged(const QImage& cells, int size)
{
    const int longer = std::max({1, cells.width(), cells.height()});
    const double factor = std::max(1.0, std::floor(static_cast<double>(size) / longer));
    return cells.scaled(static_cast<int>(cells.width() * factor), static_cast<int>(cells.height() * factor),
                        Qt::IgnoreAspectRatio, Qt::FastTransformation);
}

} // namespace

QImage greyImage(const RowMatrix& values, int size)
{
    const double low = values.minCoeff();
    const double range = std::max(values.maxCoeff() - low, 1e-12);
    QImage image(static_cast<int>(values.cols()), static_cast<int>(values.rows()), QImage::Format_Grayscale8);
    for (int r = 0; r < image.height(); ++r) {
        for (int c = 0; c < image.width(); ++c)
            image.scanLine(r)[c] = static_cast<uchar>(std::lround(255 * (1 - (values(r, c) - low) / range)));
    }
    return enlarged(image, size);
}

QImage matrixImage(const MatrixData& data, Part part, std::int32_t index, int size)
{
    return greyImage(
        Eigen::Map<const RowMatrix>(data.part(part).values.row(index).data(), data.rows, data.columns), size);
}

QImage heatMap(const RowMatrix& values, int size, const QPalette& palette)
{
    const double largest = std::max(values.cwiseAbs().maxCoeff(), 1e-300);
    const QColor base = palette.color(QPalette::Base);
    QImage image(static_cast<int>(values.cols()), static_cast<int>(values.rows()), QImage::Format_RGB32);
    for (int r = 0; r < image.height(); ++r) {
        for (int c = 0; c < image.width(); ++c) {
            const double value = values(r, c) / largest;
            const QColor end = value >= 0 ? upColour(palette) : downColour(palette);
            image.setPixelColor(c, r, mixed(base, end, std::abs(value)));
        }
    }
    return enlarged(image, size);
}

} // namespace representer
