#include "core/store/dataset_record.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/store/workspace.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <bit>

namespace representer {

namespace {

constexpr const char* kDatasetColumns =
    "SELECT id, bundle, detail, name, kind, source, format, fingerprint, split_rule, seed, synthetic, train, "
    "validation, test, users, items, features, nonzeros, warnings FROM dataset ";

DatasetRecord datasetFromRow(const SQLite::Statement& row)
{
    DatasetRecord record;
    record.id = row.getColumn(0).getInt64();
    record.bundle = row.getColumn(1).getInt64();
    record.detail = nlohmann::json::parse(row.getColumn(2).getString());
    DatasetInfo& info = record.info;
    info.name = row.getColumn(3).getString();
    const std::string kind = row.getColumn(4).getString();
    for (const DatasetKind known : {DatasetKind::Documents, DatasetKind::Ratings, DatasetKind::Matrices})
        if (kind == datasetKindName(known))
            info.kind = known;
    info.source = row.getColumn(5).getString();
    info.format = row.getColumn(6).getString();
    info.fingerprint = row.getColumn(7).getString();
    info.splitRule = row.getColumn(8).getString();
    info.seed = std::bit_cast<std::uint64_t>(row.getColumn(9).getInt64());
    info.synthetic = row.getColumn(10).getInt() != 0;
    int column = 11;
    for (std::int64_t* count : {&info.train, &info.validation, &info.test, &info.users, &info.items,
                                &info.features, &info.nonzeros})
        *count = row.getColumn(column++).getInt64();
    info.warnings = nlohmann::json::parse(row.getColumn(column).getString()).get<std::vector<std::string>>();
    return record;
}

} // namespace

std::vector<DatasetRecord> datasetRecords(const Workspace& workspace)
{
    SQLite::Statement rows(workspace.database(), std::string(kDatasetColumns) + "ORDER BY name");
    std::vector<DatasetRecord> records;
    while (rows.executeStep())
        records.push_back(datasetFromRow(rows));
    return records;
}

std::optional<DatasetRecord> findDataset(const Workspace& workspace, std::string_view name)
{
    SQLite::Statement rows(workspace.database(), std::string(kDatasetColumns) + "WHERE name = ?");
    rows.bind(1, std::string(name));
    if (!rows.executeStep())
        return std::nullopt;
    return datasetFromRow(rows);
}

DatasetRecord requireDataset(const Workspace& workspace, std::string_view name)
{
    if (auto record = findDataset(workspace, name))
        return *std::move(record);
    std::vector<std::string> present;
    for (const DatasetRecord& record : datasetRecords(workspace))
        present.push_back(record.info.name);
    throw Error(Error::Kind::NotFound, notFoundSentence("dataset", name, present));
}

std::string jsonText(const nlohmann::json& value)
{
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string notFoundSentence(std::string_view what, std::string_view name,
                             const std::vector<std::string>& present)
{
    std::string sentence =
        "There is no " + std::string(what) + " " + quotedExcerpt(name) + " in this workspace. ";
    if (present.empty())
        return sentence + "It holds no " + std::string(what) + " yet.";
    sentence += "It holds: ";
    for (std::size_t i = 0; i < present.size(); ++i)
        sentence += (i > 0 ? ", " : "") + present[i];
    return sentence + ".";
}

} // namespace representer
