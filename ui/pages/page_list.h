#pragma once

#include "ui/workbench/workbench.h"

#include <QString>

#include <functional>
#include <vector>

namespace representer {

class JobList;
class Page;

// A page of the window as the rail, the Go menu and the search know it.
struct PageEntry {
    PageId id;
    QString key; // icon, objectName, settings
    QString name;
    QString summary; // one line for tooltips and the search
    std::function<Page*(Workbench&, JobList&)> make;
};

// All pages in the order of PageId. Adding a page is one line here.
const std::vector<PageEntry>& pageList();

} // namespace representer
