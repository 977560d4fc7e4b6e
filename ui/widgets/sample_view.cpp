#include "ui/widgets/sample_view.h"

#include "core/store/dataset_store.h"
#include "ui/number_format.h"

#include <QImage>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace representer {

static QString entityLine(const EntityTable& table, std::int32_t index)
{
    const auto i = static_cast<std::size_t>(index);
    QStringList facts;
    for (std::size_t a = 0; a < table.attributeNames.size(); ++a)
        if (!table.attributes[a][i].empty())
            facts << QStringLiteral("%1: %2").arg(toQString(table.attributeNames[a]),
                                                  toQString(table.attributes[a][i]));
    return facts.join(QLatin1Char('\n'));
}

// The heaviest terms say what a vector without text is about.
static QString heaviestTerms(const DocumentData& data, const SparseRowView& row)
{
    std::vector<std::size_t> order(row.columns.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t shown = std::min<std::size_t>(order.size(), 60);
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
        [&](std::size_t a, std::size_t b) { return std::abs(row.values[a]) > std::abs(row.values[b]); });
    QStringList lines;
    for (std::size_t i = 0; i < shown; ++i) {
        const auto column = static_cast<std::size_t>(row.columns[order[i]]);
        const QString name = column < data.features.size() ? toQString(data.features[column])
                                                           : SampleView::tr("feature %1").arg(column);
        lines << QStringLiteral("%1  %2").arg(numberText(row.values[order[i]]), name);
    }
    return lines.join(QLatin1Char('\n'));
}

SampleView::SampleView(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_facts(new QLabel(this)), m_picture(new QLabel(this)),
      m_text(new QPlainTextEdit(this))
{
    for (QLabel* label : {m_title, m_facts}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_title->setProperty("role", QStringLiteral("subtitle"));
    m_facts->setProperty("role", QStringLiteral("muted"));
    m_picture->setAlignment(Qt::AlignLeft);
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("Text of the sample"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_facts);
    layout->addWidget(m_picture);
    layout->addWidget(m_text, 1);
    layout->addStretch(0);
    clear();
}

void SampleView::clear()
{
    m_reading.cancel();
    m_title->clear();
    m_facts->setText(tr("Choose a row to see the sample itself."));
    m_picture->hide();
    m_text->hide();
}

void SampleView::showSample(const std::filesystem::path& workspace, std::shared_ptr<const Dataset> dataset,
                            Part part, std::int32_t sample)
{
    clear();
    if (const auto* ratings = std::get_if<RatingData>(&dataset->content))
        return showRating(*ratings, part, sample);
    if (const auto* matrices = std::get_if<MatrixData>(&dataset->content))
        return showMatrix(*matrices, part, sample);
    showDocument(std::get<DocumentData>(dataset->content), part, sample);
    m_reading.start(
        tr("Reading the text"),
        [workspace, name = dataset->info.name, part, sample](const TaskContext&) {
            return toQString(DatasetStore(Workspace(workspace)).text(name, part, sample));
        },
        [this](const QString& text) {
            if (!text.isEmpty())
                m_text->setPlainText(text);
        });
}

void SampleView::showDocument(const DocumentData& samples, Part part, std::int32_t sample)
{
    const DocumentPart& rows = samples.part(part);
    const auto i = static_cast<std::size_t>(sample);
    m_title->setText(tr("%1, row %2").arg(toQString(partName(part))).arg(sample));
    QStringList facts{tr("label: %1").arg(toQString(samples.labelNames[rows.labels[i]]))};
    if (i < rows.classes.size())
        facts << tr("class: %1").arg(toQString(rows.classes[i]));
    if (i < rows.ids.size())
        facts << tr("id: %1").arg(toQString(rows.ids[i]));
    m_facts->setText(facts.join(QLatin1Char('\n')));
    m_text->setPlainText(heaviestTerms(samples, rowView(rows.x, sample)));
    m_text->show();
}

void SampleView::showRating(const RatingData& samples, Part part, std::int32_t sample)
{
    const RatingPart& rows = samples.part(part);
    const auto i = static_cast<std::size_t>(sample);
    const auto item = static_cast<std::size_t>(rows.items[i]);
    const auto user = static_cast<std::size_t>(rows.users[i]);
    m_title->setText(item < samples.items.titles.size() ? toQString(samples.items.titles[item])
                                                        : toQString(samples.items.ids[item]));
    QStringList facts;
    facts << (samples.scale.binary ? tr("liked by user %1").arg(toQString(samples.users.ids[user]))
                                   : tr("rated %1 by user %2")
                                         .arg(numberText(samples.scale.toUser(rows.values[i])),
                                              toQString(samples.users.ids[user])));
    facts << QString() << entityLine(samples.items, rows.items[i]) << QString()
          << entityLine(samples.users, rows.users[i]);
    m_facts->setText(facts.join(QLatin1Char('\n')).trimmed());
}

void SampleView::showMatrix(const MatrixData& samples, Part part, std::int32_t sample)
{
    const MatrixPart& rows = samples.part(part);
    m_title->setText(toQString(samples.labelNames[rows.labels[static_cast<std::size_t>(sample)]]));
    m_facts->setText(tr("%1, row %2").arg(toQString(partName(part))).arg(sample));
    const auto values = rows.values.row(sample);
    const double low = values.minCoeff(), high = std::max(values.maxCoeff(), low + 1e-12);
    QImage image(static_cast<int>(samples.columns), static_cast<int>(samples.rows),
                 QImage::Format_Grayscale8);
    for (int r = 0; r < image.height(); ++r)
        for (int c = 0; c < image.width(); ++c)
            image.scanLine(r)[c] =
                static_cast<uchar>(255 * (values[r * image.width() + c] - low) / (high - low));
    m_picture->setPixmap(
        QPixmap::fromImage(image.scaled(192, 192, Qt::KeepAspectRatio, Qt::FastTransformation)));
    m_picture->show();
}

} // namespace representer
