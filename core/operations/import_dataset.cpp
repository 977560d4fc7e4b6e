#include "core/operations/import_dataset.h"

#include "core/store/dataset_store.h"

namespace representer {

DatasetInfo importDataset(const Workspace& workspace, const ImportRequest& request, const TaskContext& context,
                          bool replace)
{
    const DatasetStore store(workspace);
    // Before the minutes of reading, not after them.
    if (!replace && store.find(request.name))
        throw Error(Error::Kind::BadOption, "there is a dataset \"" + request.name +
                    "\" already; choose another name, or replace it with --replace.");
    const Dataset dataset = readDataset(request, context);
    store.add(dataset, context, replace);
    return dataset.info;
}

} // namespace representer
