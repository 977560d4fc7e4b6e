#pragma once

#include "core/base/error.h"
#include "core/importers/importer.h"

#include <archive.h>
#include <archive_entry.h>

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace representer {

// A folder for the files of one test, gone with it.
class ImportFolder {
public:
    std::filesystem::path root() const { return m_folder.path().toStdString(); }

    std::filesystem::path write(const std::string& name, std::string_view content) const
    {
        const auto path = root() / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary)
            .write(content.data(), static_cast<std::streamsize>(content.size()));
        return path;
    }
    // A zip or, by the end of the name, a .tar.gz.
    std::filesystem::path pack(const std::string& name,
                               const std::vector<std::pair<std::string, std::string>>& members) const
    {
        const auto path = root() / name;
        auto* writer = archive_write_new();
        if (name.ends_with(".zip") || name.ends_with(".npz")) {
            archive_write_set_format_zip(writer);
        } else {
            archive_write_add_filter_gzip(writer);
            archive_write_set_format_ustar(writer);
        }
        archive_write_open_filename(writer, path.c_str());
        for (const auto& [member, content] : members)
            addMember(writer, member, content);
        archive_write_free(writer);
        return path;
    }
    std::filesystem::path compress(const std::string& name, const std::string& content) const
    {
        const auto path = root() / name;
        auto* writer = archive_write_new();
        archive_write_add_filter_gzip(writer);
        archive_write_set_format_raw(writer);
        archive_write_open_filename(writer, path.c_str());
        addMember(writer, "data", content);
        archive_write_free(writer);
        return path;
    }

private:
    static void addMember(archive* writer, const std::string& name, const std::string& content)
    {
        auto* entry = archive_entry_new();
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        archive_write_header(writer, entry);
        archive_write_data(writer, content.data(), content.size());
        archive_entry_free(entry);
    }

    QTemporaryDir m_folder;
};

inline ImportRequest requestFor(const std::filesystem::path& path, std::string format = {})
{
    ImportRequest request;
    request.name = "d";
    request.paths = {path};
    request.format = std::move(format);
    return request;
}

// What the user is told; empty when the import succeeds.
inline std::string messageOf(const ImportRequest& request)
{
    try {
        readDataset(request);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

inline bool warned(const Dataset& dataset, std::string_view part)
{
    for (const auto& warning : dataset.info.warnings)
        if (warning.find(part) != std::string::npos)
            return true;
    return false;
}

} // namespace representer
