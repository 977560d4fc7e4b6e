#include "ui/widgets/top_bar.h"

#include "ui/number_format.h"
#include "ui/theme/icons.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace representer {

TopBar::TopBar(Workbench& workbench, QWidget* parent)
    : QFrame(parent), m_workbench(workbench), m_dataset(new QPushButton(this)),
      m_separator(new QLabel(QStringLiteral("›"), this)), m_model(new QPushButton(this)),
      m_back(new QToolButton(this)), m_forward(new QToolButton(this)), m_search(new QLineEdit(this)),
      m_theme(new QToolButton(this))
{
    setProperty("role", QStringLiteral("bar"));
    for (QPushButton* crumb : {m_dataset, m_model}) {
        crumb->setProperty("role", QStringLiteral("crumb"));
        crumb->setMenu(new QMenu(crumb));
    }
    m_separator->setProperty("role", QStringLiteral("muted"));
    m_dataset->setToolTip(tr("The dataset that the pages are about"));
    m_model->setToolTip(tr("The model whose predictions are explained"));
    m_back->setToolTip(tr("Back to the point looked at before (Alt+Left)"));
    m_back->setAccessibleName(tr("Back"));
    m_forward->setToolTip(tr("Forward again (Alt+Right)"));
    m_forward->setAccessibleName(tr("Forward"));
    m_theme->setToolTip(tr("Light or dark (View menu: follow the system)"));
    m_theme->setAccessibleName(tr("Switch between light and dark"));
    m_search->setObjectName(QStringLiteral("search"));
    m_search->setPlaceholderText(tr("Search everything (Ctrl+K)"));
    m_search->setAccessibleName(tr("Search pages, data, models, samples and commands"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(220);
    m_search->setMaximumWidth(420);
    m_searchIcon = m_search->addAction(QIcon(), QLineEdit::LeadingPosition);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 6, 10, 6);
    layout->setSpacing(2);
    layout->addWidget(m_back);
    layout->addWidget(m_forward);
    layout->addSpacing(6);
    layout->addWidget(m_dataset);
    layout->addWidget(m_separator);
    layout->addWidget(m_model);
    layout->addStretch(1);
    layout->addWidget(m_search, 2);
    layout->addSpacing(6);
    layout->addWidget(m_theme);

    connect(m_dataset->menu(), &QMenu::aboutToShow, this, &TopBar::fillDatasetMenu);
    connect(m_model->menu(), &QMenu::aboutToShow, this, &TopBar::fillModelMenu);
    connect(m_back, &QToolButton::clicked, &workbench, &Workbench::goBack);
    connect(m_forward, &QToolButton::clicked, &workbench, &Workbench::goForward);
    connect(m_theme, &QToolButton::clicked, this, &TopBar::themeToggled);
    connect(&workbench, &Workbench::currentDatasetChanged, this, &TopBar::refreshCrumbs);
    connect(&workbench, &Workbench::openModelChanged, this, &TopBar::refreshCrumbs);
    connect(&workbench, &Workbench::modelsChanged, this, &TopBar::refreshCrumbs);
    connect(&workbench, &Workbench::historyChanged, this, &TopBar::refreshHistory);
    refreshCrumbs();
    refreshHistory();
    recolour();
}

// An ampersand in a name is a character, not a shortcut.
static QString crumbText(QString name)
{
    return name.replace(QLatin1Char('&'), QStringLiteral("&&")) + QStringLiteral("  ▾");
}

void TopBar::refreshCrumbs()
{
    const QString dataset = m_workbench.currentDataset();
    // A model of another dataset beside this name would mislead.
    const ModelInfo* info = m_workbench.findModel(m_workbench.openModelName());
    const bool ofAnother = info && !m_workbench.openingModel() && toQString(info->dataset) != dataset;
    const QString model = ofAnother ? QString() : m_workbench.openModelName();
    m_dataset->setText(crumbText(dataset.isEmpty() ? tr("no data yet") : dataset));
    m_dataset->setAccessibleName(tr("Dataset: %1").arg(dataset));
    const bool opening = m_workbench.openingModel();
    m_model->setText(crumbText(model.isEmpty() ? tr("choose a model")
                               : opening       ? tr("%1 (opening)").arg(model)
                                               : model));
    m_model->setAccessibleName(tr("Model: %1").arg(model));
    m_model->setVisible(!dataset.isEmpty());
    m_separator->setVisible(!dataset.isEmpty());
}

void TopBar::refreshHistory()
{
    m_back->setEnabled(m_workbench.canGoBack());
    m_forward->setEnabled(m_workbench.canGoForward());
}

void TopBar::fillDatasetMenu()
{
    QMenu* menu = m_dataset->menu();
    menu->clear();
    for (const DatasetInfo& info : m_workbench.datasets()) {
        const QString name = toQString(info.name);
        QAction* action = menu->addAction(QString(name).replace(QLatin1Char('&'), QStringLiteral("&&")));
        action->setCheckable(true);
        action->setChecked(name == m_workbench.currentDataset());
        connect(action, &QAction::triggered, this, [this, name] {
            m_workbench.setCurrentDataset(name);
            // The pages show one dataset: its own first model is opened.
            const auto& models = m_workbench.models();
            const auto own = std::ranges::find(models, name.toStdString(), &ModelInfo::dataset);
            if (own != models.end())
                m_workbench.useModel(toQString(own->name));
        });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Open data...")), &QAction::triggered, this,
            [this] { m_workbench.requestPage(PageId::Start); });
}

void TopBar::fillModelMenu()
{
    QMenu* menu = m_model->menu();
    menu->clear();
    const std::string dataset = m_workbench.currentDataset().toStdString();
    for (const ModelInfo& info : m_workbench.models()) {
        if (info.dataset != dataset)
            continue;
        const QString name = toQString(info.name);
        QAction* action =
            menu->addAction(tr("%1 (%2)").arg(QString(name).replace(QLatin1Char('&'), QStringLiteral("&&")),
                                              toQString(modelKindName(info.kind))));
        action->setCheckable(true);
        action->setChecked(name == m_workbench.openModelName());
        connect(action, &QAction::triggered, this, [this, name] { m_workbench.useModel(name); });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Train a model...")), &QAction::triggered, this,
            [this] { m_workbench.requestPage(PageId::Models); });
}

void TopBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        recolour();
    QFrame::changeEvent(event);
}

void TopBar::recolour()
{
    m_back->setIcon(themedIcon(QStringLiteral("back"), palette()));
    m_forward->setIcon(themedIcon(QStringLiteral("forward"), palette()));
    m_theme->setIcon(themedIcon(QStringLiteral("theme"), palette()));
    m_searchIcon->setIcon(themedIcon(QStringLiteral("search"), palette()));
}

} // namespace representer
