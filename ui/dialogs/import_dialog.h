#pragma once

#include "core/importers/importer.h"
#include "ui/jobs/latest_job.h"

#include <QDialog>
#include <QStringList>
#include <QTimer>

#include <map>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace representer {

// What is about to be imported: the detected format, the first rows as the importer understands them, and the
// few questions that format leaves open. Reads on a worker; returns an ImportRequest.
class ImportDialog final : public QDialog {
    Q_OBJECT
public:
    ImportDialog(const QStringList& paths, const QStringList& takenNames, QWidget* parent = nullptr);

    ImportRequest request() const;
    bool replaces() const; // the name is taken and the user agreed to replace it

signals:
    void previewed(); // a preview, or its failure, is on screen

private:
    void buildOptions(QFormLayout* form);
    void addTestFile();
    void schedulePreview();
    void readPreview();
    void showPreview(const ImportPreview& preview);
    void showColumns(const std::vector<std::string>& header);
    void showOptionsFor(const std::string& format);
    void validate();

    QStringList m_paths;
    QStringList m_takenNames;
    std::string m_detected;
    QLineEdit* m_name;
    QComboBox* m_format;
    QLabel* m_formatNote;
    QTableWidget* m_preview;
    QLabel* m_notes;
    QLabel* m_nameNote;
    QCheckBox* m_replace;
    QLineEdit* m_test;
    QSpinBox* m_testPercent;
    QSpinBox* m_holdout;
    QSpinBox* m_minInteractions;
    QLineEdit* m_binarize;
    QLineEdit* m_positive;
    QSpinBox* m_ngrams;
    QCheckBox* m_scale;
    QFormLayout* m_options;
    std::map<std::string, QComboBox*> m_columns;
    QPushButton* m_import;
    QTimer m_delay;
    LatestJob m_reading;
};

} // namespace representer
