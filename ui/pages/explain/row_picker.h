#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/models/point_list_model.h"
#include "ui/pages/explain/point_picker.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QPlainTextEdit;
class QPushButton;
class QTabWidget;

namespace representer {

class DataTable;
class FilterChip;

// Chooses a document or an image: the test rows with search and quick filters, or a text typed in.
class RowPicker final : public PointPicker {
    Q_OBJECT
public:
    enum class Look { Table, Thumbnails };
    explicit RowPicker(Look look, QWidget* parent = nullptr);

    void setModel(std::shared_ptr<const OpenModel> model, const std::filesystem::path& workspace) override;
    void showPoint(const TestPoint& point) override;
    void focusSearch() override;
    std::vector<TestPoint> shownPoints() const override;

private:
    QWidget* makeList();
    QWidget* makeTextEntry();
    void loadLines();
    void search(const QString& text);
    void filterChanged();
    void choose(const QModelIndex& proxyIndex);
    void chooseFirst();
    void explainText();

    Look m_look;
    std::shared_ptr<const OpenModel> m_model;
    std::filesystem::path m_workspace;
    PointListModel m_rows;
    PointFilterProxy m_filtered;
    bool m_following = false; // a selection made here in answer to showPoint is no choice

    QTabWidget* m_tabs = nullptr;
    QComboBox* m_part = nullptr;
    QComboBox* m_outcome = nullptr;
    QComboBox* m_class = nullptr;
    QLineEdit* m_search = nullptr;
    FilterChip* m_chip = nullptr;
    DataTable* m_table = nullptr;
    QListView* m_thumbnails = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QPushButton* m_explainText = nullptr;
    QLabel* m_textHint = nullptr;
    LatestJob m_loading;
    LatestJob m_searching;
};

} // namespace representer
