#pragma once

#include "core/importers/importer.h"
#include "ui/pages/page.h"

#include <QStringList>

class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace representer {

// Where everything begins: the datasets of the workspace as cards, data to open, workspaces used before.
class StartPage final : public Page {
    Q_OBJECT
public:
    StartPage(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);
    QString helpTopic() const override { return QStringLiteral("tour"); }
    void activated() override;

public slots:
    void importFiles(const QStringList& paths); // opens the import dialog
    void chooseFiles();
    void chooseFolder();
    void chooseWorkspace();
    void addExamples(); // the three bundled datasets with their models

signals:
    void examplesAdded(); // they are stored; the lists are about to be read again

private:
    void refreshCards();
    void refreshRecent();
    void explore(const QString& dataset);
    void startImport(const ImportRequest& request, bool replace);

    QLabel* m_cardsTitle;
    QGridLayout* m_cards;
    QPushButton* m_examples;
    QVBoxLayout* m_recent;
};

} // namespace representer
