#include "ui/models/signed_samples_proxy.h"

#include "ui/models/explanation_model.h"
#include "ui/models/roles.h"

#include <algorithm>

namespace representer {

SignedSamplesProxy::SignedSamplesProxy(Direction direction, ExplanationModel* source, QObject* parent)
    : QSortFilterProxyModel(parent), m_direction(direction), m_source(source)
{
    setSortRole(SortRole);
    // Connected before the base class listens, so that the brush is gone when it asks for rows.
    connect(source, &QAbstractItemModel::modelReset, this, [this] {
        m_brushed.reset(); // its rows were those of the explanation before
        count();
    });
    count();
    setSourceModel(source);
    sort(ExplanationModel::Importance, direction == Direction::Up ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void SignedSamplesProxy::setText(const QString& text)
{
    m_words = text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void SignedSamplesProxy::setBrushed(std::optional<std::set<int>> rows)
{
    m_brushed = std::move(rows);
    invalidateFilter();
}

bool SignedSamplesProxy::filterAcceptsRow(int sourceRow, const QModelIndex&) const
{
    const double importance = m_source->sample(sourceRow).contribution.importance;
    if (m_direction == Direction::Up ? importance <= 0 : importance >= 0)
        return false;
    if (m_brushed && !m_brushed->contains(sourceRow))
        return false;
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
        for (const int column : {ExplanationModel::Sample, ExplanationModel::Label, ExplanationModel::Detail,
                                 ExplanationModel::Id}) {
            if (m_source->index(sourceRow, column)
                    .data(ExactTextRole)
                    .toString()
                    .contains(word, Qt::CaseInsensitive))
                return true;
        }
        return false;
    });
}

void SignedSamplesProxy::count()
{
    m_total = 0;
    for (int row = 0; row < m_source->rowCount(); ++row) {
        const double importance = m_source->sample(row).contribution.importance;
        m_total += m_direction == Direction::Up ? importance > 0 : importance < 0;
    }
}

} // namespace representer
