#pragma once

#include "core/importers/importer.h"
#include "ui/pages/page.h"

#include <QStringList>

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace representer {

// Where everything begins: the datasets of the workspace as cards, data to open, workspaces used before.
class StartPage final : public Page {
    Q_OBJECT
public:
    StartPage(Workbench& workbench, JobList& jobs, QWidget* parent = nullptr);
    QString helpTopic() const override { return QStringLiteral("tour"); }
    void activated() override { refreshRecent(); }

public slots:
    void importFiles(const QStringList& paths); // opens the import dialog
    void chooseFiles();
    void chooseFolder();
    void chooseWorkspace();

private:
    void refreshCards();
    void refreshRecent();
    void explore(const QString& dataset);
    void startImport(const ImportRequest& request, bool replace);

    QLabel* m_cardsTitle;
    QGridLayout* m_cards;
    QVBoxLayout* m_recent;
};

} // namespace representer
