#pragma once

#include "core/data/dataset.h"
#include "core/operations/adopt_model.h"

#include <QStringList>
#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace representer {

// Takes in a model trained elsewhere: which files, which penalty, polish or not. What the lint finds is told
// with the model.
class AdoptForm final : public QWidget {
    Q_OBJECT
public:
    explicit AdoptForm(QWidget* parent = nullptr);

    void setDataset(const DatasetInfo* info); // decides what can be adopted
    void setTakenNames(const QStringList& names);
    void addFiles(const QStringList& paths);
    AdoptRequest request() const;

signals:
    void submitted(const representer::AdoptRequest& request);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void chooseFiles();
    void validate();
    void suggestName();

    DatasetInfo m_dataset;
    QStringList m_taken;
    bool m_nameTouched = false;
    QLabel* m_hint;
    QListWidget* m_files;
    QPushButton* m_choose;
    QPushButton* m_clear;
    QLineEdit* m_name;
    QLabel* m_penaltyLabel;
    QLineEdit* m_penalty;
    QCheckBox* m_polish;
    QLabel* m_problem;
    QPushButton* m_adopt;
};

} // namespace representer
