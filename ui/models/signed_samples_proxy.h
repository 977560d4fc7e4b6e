#pragma once

#include <QSortFilterProxyModel>

#include <optional>
#include <set>

namespace representer {

class ExplanationModel;

// The samples of one sign, strongest first, that match a text and a brush.
class SignedSamplesProxy final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    enum class Direction { Up, Down };

    SignedSamplesProxy(Direction direction, ExplanationModel* source, QObject* parent = nullptr);

    void setText(const QString& text); // every word must occur in sample, label, detail or id
    void setBrushed(std::optional<std::set<int>> rows); // source rows marked in a chart; none: all

    int total() const { return m_total; } // rows of this sign, matching or not: for "n of N"

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;

private:
    void count();

    Direction m_direction;
    ExplanationModel* m_source;
    QStringList m_words;
    std::optional<std::set<int>> m_brushed;
    int m_total = 0;
};

} // namespace representer
