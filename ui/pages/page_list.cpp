#include "ui/pages/page_list.h"

#include "ui/jobs/job_list.h"
#include "ui/pages/data_page.h"
#include "ui/pages/models_page.h"
#include "ui/pages/explain_page.h"
#include "ui/pages/page.h"
#include "ui/pages/start_page.h"

#include <QCoreApplication>

namespace representer {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("PageList", text);
}

// Says what a page is for while its content is not there.
class IntroductionPage final : public Page {
public:
    IntroductionPage(Workbench& workbench, JobList& jobs, const QString& icon, const QString& title,
                     const QString& text)
        : Page(workbench, jobs)
    {
        showEmpty(icon, title, text);
    }
    QString helpTopic() const override { return QStringLiteral("tour"); }
};

template<class P>
Page* make(Workbench& workbench, JobList& jobs)
{
    return new P(workbench, jobs);
}

std::function<Page*(Workbench&, JobList&)> introduction(const QString& icon, const QString& title,
                                                        const QString& text)
{
    return [=](Workbench& workbench, JobList& jobs) {
        return new IntroductionPage(workbench, jobs, icon, title, text);
    };
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
         introduction(QStringLiteral("compare"), tr("Compare"), tr("Two explanations side by side."))},
        {PageId::Deletion, QStringLiteral("deletion"), tr("Deletion"),
         tr("Proof: retrain without the samples"),
         introduction(QStringLiteral("deletion"), tr("Deletion"), tr("Retrain without the samples."))},
        {PageId::Triage, QStringLiteral("triage"), tr("Triage"),
         tr("Suspected wrong labels and false negatives"),
         introduction(QStringLiteral("triage"), tr("Triage"), tr("Suspected wrong labels."))},
        {PageId::Hubs, QStringLiteral("hubs"), tr("Hubs"), tr("Samples behind many predictions"),
         introduction(QStringLiteral("hubs"), tr("Hubs"), tr("Samples behind many predictions."))},
    };
    return pages;
}

} // namespace representer
