#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/models/entity_list_model.h"
#include "ui/models/item_list_model.h"
#include "ui/pages/explain/point_picker.h"

class QLabel;
class QLineEdit;
class QTabBar;

namespace representer {

class DataTable;
class FilterChip;

// Chooses a user and an item: a user by id, then what the model recommends, what the user rated, or any item
// by name.
class PairPicker final : public PointPicker {
    Q_OBJECT
public:
    explicit PairPicker(QWidget* parent = nullptr);

    void setModel(std::shared_ptr<const OpenModel> model, const std::filesystem::path& workspace) override;
    void showPoint(const TestPoint& point) override;
    void focusSearch() override;
    std::vector<TestPoint> shownPoints() const override;

private:
    void chooseTyped();
    void stepUser(int step);
    void loadUser(UserIndex user);
    void showItems(ItemLines lines);
    void filterChanged();
    void choose(const QModelIndex& proxyIndex);
    void follow(ItemIndex item);

    std::shared_ptr<const OpenModel> m_model;
    EntityListModel m_users;
    ItemListModel m_items;
    ItemFilterProxy m_filtered;
    std::optional<UserIndex> m_user;
    std::optional<ItemIndex> m_following; // the item to mark when the user's list has come
    bool m_quiet = false;                 // a selection made in answer to showPoint is no choice

    QLineEdit* m_userSearch;
    QLabel* m_aboutUser;
    QTabBar* m_choice;
    QLineEdit* m_itemSearch;
    FilterChip* m_chip;
    DataTable* m_table;
    LatestJob m_loading;
};

} // namespace representer
