#pragma once

#include "core/operations/example_documents.h"
#include "core/operations/train_model.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"

#include <QTemporaryDir>

#include <filesystem>

namespace representer {

// A workspace with the example documents and an l1 model of them, gone with the object.
class DocumentWorkspace {
public:
    DocumentWorkspace()
    {
        const Workspace workspace(path());
        Dataset dataset = makeExampleDocuments().dataset;
        dataset.info.name = "letters";
        DatasetStore(workspace).add(dataset, {});
        TrainRequest request;
        request.name = "l1";
        request.dataset = "letters";
        trainModel(workspace, request);
    }
    std::filesystem::path path() const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / "test.rpx";
    }
    QString file(const QString& name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

} // namespace representer
