#pragma once

#include "core/explainers/prepared_arrays.h"
#include "core/models/model.h"
#include "core/store/workspace.h"

#include <filesystem>

namespace representer {

// What explainers prepared for a model, in the workspace, under the fingerprints of the model and of its data.
// Only a cache, so nothing here ever fails: what cannot be read or is damaged counts as not kept, and what
// cannot be stored (read-only, locked by another writer, no room on the disk) is prepared again another day.

// Looks through a connection of its own, from whatever thread asks.
FindPrepared preparationsKeptIn(std::filesystem::path workspace, Workspace::Mode mode, const ModelInfo& model);
// Whether it was stored.
bool keepPreparation(const Workspace& workspace, const ModelInfo& model, const Preparation& preparation);

} // namespace representer
