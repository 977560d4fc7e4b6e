#pragma once

#include "core/data/dataset.h"
#include "core/models/model.h"
#include "core/operations/train_model.h"

#include <QStringList>
#include <QWidget>

#include <map>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace representer {

struct TrainField;

// The settings of a training, made from the trainers' own descriptions; each field explains itself and
// complains beside itself.
class TrainForm final : public QWidget {
    Q_OBJECT
public:
    explicit TrainForm(QWidget* parent = nullptr);

    void setDataset(const DatasetInfo* info); // the kinds on offer follow from it
    void setTakenNames(const QStringList& names);
    TrainRequest request() const;
    void setBusy(bool busy); // a training runs: the button says so

signals:
    void submitted(const representer::TrainRequest& request);

private:
    struct Field {
        QWidget* editor = nullptr;
        QLabel* problem = nullptr;
    };
    void showKind();
    void showFieldsInUse();
    bool inUse(const TrainField& field) const;
    void validate();
    void suggestName();
    ModelKind kind() const;
    nlohmann::json options() const;

    QString m_dataset;
    QStringList m_taken;
    bool m_nameTouched = false;
    QComboBox* m_kind;
    QLineEdit* m_name;
    QLabel* m_nameProblem;
    QWidget* m_fieldsHost = nullptr;
    QFormLayout* m_layout;
    std::map<std::string, Field> m_fields;
    QPushButton* m_train;
};

} // namespace representer
