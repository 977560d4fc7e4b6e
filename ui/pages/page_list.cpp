#include "ui/pages/page_list.h"

#include "ui/jobs/job_list.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/data_page.h"
#include "ui/pages/deletion_page.h"
#include "ui/pages/explain_page.h"
#include "ui/pages/hubs_page.h"
#include "ui/pages/models_page.h"
#include "ui/pages/page.h"
#include "ui/pages/start_page.h"
#include "ui/pages/triage_page.h"

#include <QCoreApplication>

namespace representer {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("PageList", text);
}

template<class P>
Page* make(Workbench& workbench, JobList& jobs)
{
    return new P(workbench, jobs);
}

} // namespace

const std::vector<PageEntry>& pageList()
{
    static const std::vector<PageEntry> pages{
        {PageId::Start, QStringLiteral("start"), tr("Start"), tr("Examples, recent workspaces, open data"),
         make<StartPage>},
        {PageId::Data, QStringLiteral("data"), tr("Data"), tr("What is in a dataset"), make<DataPage>},
        {PageId::Models, QStringLiteral("models"), tr("Models"), tr("Train, adopt and compare models"),
         make<ModelsPage>},
        {PageId::Explain, QStringLiteral("explain"), tr("Explain"), tr("Why the model said that"),
         make<ExplainPage>},
        {PageId::Compare, QStringLiteral("compare"), tr("Compare"), tr("Two explanations side by side"),
         make<ComparePage>},
        {PageId::Deletion, QStringLiteral("deletion"), tr("Deletion"),
         tr("Proof: retrain without the samples"), make<DeletionPage>},
        {PageId::Triage, QStringLiteral("triage"), tr("Triage"),
         tr("Suspected wrong labels and false negatives"), make<TriagePage>},
        {PageId::Hubs, QStringLiteral("hubs"), tr("Hubs"), tr("Samples behind many predictions"),
         make<HubsPage>},
    };
    return pages;
}

} // namespace representer
