#pragma once

#include "ui/plots/plot_view.h"

#include <QDialog>
#include <QString>
#include <QStringList>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace representer {

// Asks where to and in which format something is to be written; for charts also the size. Never blocks: show
// it with open() and listen to chosen().
class ExportDialog final : public QDialog {
    Q_OBJECT
public:
    // scopes: what can be written ("Rows on screen", "All samples"), or empty when there is one thing only.
    ExportDialog(const QString& title, const QString& suggestedName, const QStringList& endings,
                 const QStringList& scopes, bool chart, QWidget* parent);

    QString path() const;
    void setPath(const QString& path);
    int scope() const;
    PlotExport chartOptions() const;

signals:
    void chosen(); // path(), scope() and chartOptions() hold the answer

private:
    void setEnding(const QString& ending);
    void browse();
    void check();
    void finish();

    QComboBox* m_scope = nullptr;
    QComboBox* m_format;
    QLineEdit* m_path;
    QLabel* m_remark;
    QPushButton* m_export;
    QDoubleSpinBox* m_width = nullptr;
    QDoubleSpinBox* m_height = nullptr;
    QSpinBox* m_dpi = nullptr;
};

} // namespace representer
