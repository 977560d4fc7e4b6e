#include "core/operations/kept_preparations.h"

#include "core/store/prepared_store.h"

#include <exception>

namespace representer {

namespace {

// The same weights may be adopted for several datasets: what is prepared depends on both.
PreparedKey preparedKey(const ModelInfo& model, const PreparedForm& form)
{
    return {model.fingerprint, std::string(form.method) + " on " + model.datasetFingerprint, form.version};
}

} // namespace

FindPrepared preparationsKeptIn(std::filesystem::path workspace, Workspace::Mode mode, const ModelInfo& model)
{
    return [workspace = std::move(workspace), mode,
            model](const PreparedForm& form) -> std::optional<PreparedArrays> {
        try {
            const Workspace reading(workspace, mode);
            const std::optional<ArrayBundle> kept = PreparedStore(reading).find(preparedKey(model, form));
            if (!kept)
                return std::nullopt;
            PreparedArrays arrays;
            for (const std::string& name : kept->names())
                arrays.emplace(name, kept->readVector(name));
            return arrays;
        } catch (const std::exception&) {
            return std::nullopt;
        }
    };
}

bool keepPreparation(const Workspace& workspace, const ModelInfo& model, const Preparation& preparation)
{
    if (workspace.readOnly())
        return false;
    try {
        PreparedStore(workspace).store(preparedKey(model, preparation.form), [&](const ArrayBundle& arrays) {
            for (const auto& [name, values] : preparation.arrays)
                arrays.writeVector(name, values);
        });
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

} // namespace representer
