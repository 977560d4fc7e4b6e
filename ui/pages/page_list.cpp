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

struct PageList {
    Q_DECLARE_TR_FUNCTIONS(PageList)
};

template<class P>
Page* make(Workbench& workbench, JobList& jobs)
{
    return new P(workbench, jobs);
}

} // namespace

const std::vector<PageEntry>& pageList()
{
    static const std::vector<PageEntry> pages{
        {PageId::Start, QStringLiteral("start"), PageList::tr("Start"),
         PageList::tr("Examples, recent workspaces, open data"), make<StartPage>},
        {PageId::Data, QStringLiteral("data"), PageList::tr("Data"), PageList::tr("What is in a dataset"),
         make<DataPage>},
        {PageId::Models, QStringLiteral("models"), PageList::tr("Models"),
         PageList::tr("Train, adopt and compare models"), make<ModelsPage>},
        {PageId::Explain, QStringLiteral("explain"), PageList::tr("Explain"),
         PageList::tr("Why the model said that"), make<ExplainPage>},
        {PageId::Compare, QStringLiteral("compare"), PageList::tr("Compare"),
         PageList::tr("Two explanations side by side"), make<ComparePage>},
        {PageId::Deletion, QStringLiteral("deletion"), PageList::tr("Deletion"),
         PageList::tr("Proof: retrain without the samples"), make<DeletionPage>},
        {PageId::Triage, QStringLiteral("triage"), PageList::tr("Triage"),
         PageList::tr("Suspected wrong labels and false negatives"), make<TriagePage>},
        {PageId::Hubs, QStringLiteral("hubs"), PageList::tr("Hubs"),
         PageList::tr("Samples behind many predictions"), make<HubsPage>},
    };
    return pages;
}

} // namespace representer
