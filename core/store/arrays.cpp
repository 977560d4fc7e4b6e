#include "core/store/arrays.h"

#include "core/store/blob_reader.h"
#include "core/store/workspace.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>

namespace representer {

static_assert(std::endian::native == std::endian::little,
              "arrays are stored as they lie in memory, little-endian");

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

// XXH3-64 of bytes that come in pieces.
class Checksum {
public:
    Checksum() { XXH3_64bits_reset(m_state.get()); }
    void add(std::span<const std::byte> bytes)
    {
        XXH3_64bits_update(m_state.get(), bytes.data(), bytes.size());
    }
    std::int64_t value() const { return std::bit_cast<std::int64_t>(XXH3_64bits_digest(m_state.get())); }

private:
    struct Free {
        void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
    };
    std::unique_ptr<XXH3_state_t, Free> m_state{XXH3_createState()};
};

[[noreturn]] void throwDamaged(std::string_view name, std::string_view why)
{
    throw SQLite::Exception("the array " + std::string(name) + " " + std::string(why), SQLITE_CORRUPT);
}

std::int64_t chunkRow(SQLite::Statement& find, std::int64_t array, std::int64_t number)
{
    find.reset();
    find.bind(1, array);
    find.bind(2, number);
    return find.executeStep() ? find.getColumn(0).getInt64() : 0;
}

constexpr const char* kFindChunk = "SELECT id FROM chunk WHERE array = ? AND number = ?";

std::size_t elementBytes(std::string_view type)
{
    return type == "u8" ? 1 : type == "i32" || type == "f32" ? 4 : 8;
}

} // namespace

ArrayBundle ArrayBundle::create(const Workspace& workspace)
{
    workspace.database().exec("INSERT INTO bundle DEFAULT VALUES");
    return {workspace, workspace.database().getLastInsertRowid()};
}

ArrayBundle::Stored ArrayBundle::find(std::string_view name) const
{
    SQLite::Statement query(
        m_workspace->database(),
        "SELECT id, type, rows, columns, chunk_length, checksum FROM array WHERE bundle = ? AND name = ?");
    query.bind(1, m_id);
    query.bind(2, std::string(name));
    if (!query.executeStep())
        return {};
    return {query.getColumn(0).getInt64(), query.getColumn(1).getString(), query.getColumn(2).getInt64(),
            query.getColumn(3).getInt64(), query.getColumn(4).getInt64(),  query.getColumn(5).getInt64()};
}

bool ArrayBundle::contains(std::string_view name) const
{
    return find(name).id != 0;
}

std::vector<std::string> ArrayBundle::names() const
{
    std::vector<std::string> found;
    SQLite::Statement query(m_workspace->database(), "SELECT name FROM array WHERE bundle = ? ORDER BY name");
    query.bind(1, m_id);
    while (query.executeStep())
        found.push_back(query.getColumn(0).getString());
    return found;
}

std::int64_t ArrayBundle::length(std::string_view name) const
{
    return find(name).length();
}

void ArrayBundle::writeBytes(std::string_view name, std::string_view type, std::size_t elementSize,
                             std::span<const std::byte> bytes, std::int64_t rows, std::int64_t columns,
                             const TaskContext& context) const
{
    SQLite::Database& database = m_workspace->database();
    SQLite::Statement insert(database,
                             "INSERT INTO array (bundle, name, type, rows, columns, chunk_length, checksum) "
                             "VALUES (?, ?, ?, ?, ?, ?, ?)");
    insert.bind(1, m_id);
    insert.bind(2, std::string(name));
    insert.bind(3, std::string(type));
    insert.bind(4, rows);
    insert.bind(5, columns);
    insert.bind(6, static_cast<std::int64_t>(kChunkBytes / elementSize));
    insert.bind(7, std::bit_cast<std::int64_t>(XXH3_64bits(bytes.data(), bytes.size())));
    insert.exec();
    const std::int64_t id = database.getLastInsertRowid();

    SQLite::Statement chunk(database, "INSERT INTO chunk (array, number, bytes) VALUES (?, ?, ?)");
    std::int64_t number = 0;
    for (std::size_t at = 0; at < bytes.size(); at += kChunkBytes) {
        context.checkpoint("storing", static_cast<std::int64_t>(at), static_cast<std::int64_t>(bytes.size()));
        const auto piece = bytes.subspan(at, std::min(kChunkBytes, bytes.size() - at));
        chunk.bind(1, id);
        chunk.bind(2, number++);
        chunk.bindNoCopy(3, piece.data(), static_cast<int>(piece.size()));
        chunk.exec();
        chunk.reset();
    }
}

void ArrayBundle::readBytes(std::string_view name, std::string_view type, std::size_t elementSize,
                            std::span<std::byte> out, const TaskContext& context) const
{
    const Stored stored = find(name);
    if (stored.id == 0 && out.empty())
        return;
    if (stored.type != type || static_cast<std::size_t>(stored.length()) * elementSize != out.size())
        throwDamaged(name, "has another type or length than expected");
    SQLite::Database& database = m_workspace->database();
    SQLite::Statement findChunk(database, kFindChunk);
    BlobReader reader(database);
    Checksum checksum;
    const std::size_t chunkBytes = static_cast<std::size_t>(stored.chunkLength) * elementSize;
    std::int64_t number = 0;
    for (std::size_t at = 0; at < out.size(); at += chunkBytes) {
        context.checkpoint("loading", static_cast<std::int64_t>(at), static_cast<std::int64_t>(out.size()));
        const std::int64_t row = chunkRow(findChunk, stored.id, number++);
        if (row == 0)
            throwDamaged(name, "is incomplete");
        const auto piece = out.subspan(at, std::min(chunkBytes, out.size() - at));
        reader.read(row, 0, piece);
        checksum.add(piece);
        ++m_chunksRead;
    }
    if (checksum.value() != stored.checksum)
        throwDamaged(name, "differs from its checksum");
}

void ArrayBundle::sliceBytes(std::string_view name, std::string_view type, std::size_t elementSize,
                             std::int64_t first, std::span<std::byte> out) const
{
    if (out.empty())
        return;
    const Stored stored = find(name);
    const auto count = static_cast<std::int64_t>(out.size() / elementSize);
    if (stored.type != type || first < 0 || first + count > stored.length())
        throwDamaged(name, "has another type or length than expected");
    SQLite::Database& database = m_workspace->database();
    SQLite::Statement findChunk(database, kFindChunk);
    BlobReader reader(database);
    for (std::int64_t at = first; at < first + count;) {
        const std::int64_t number = at / stored.chunkLength;
        const std::int64_t inside = at - number * stored.chunkLength;
        const std::int64_t take = std::min(first + count - at, stored.chunkLength - inside);
        const std::int64_t row = chunkRow(findChunk, stored.id, number);
        if (row == 0)
            throwDamaged(name, "is incomplete");
        reader.read(row, static_cast<std::size_t>(inside) * elementSize,
                    out.subspan(static_cast<std::size_t>(at - first) * elementSize,
                                static_cast<std::size_t>(take) * elementSize));
        ++m_chunksRead;
        at += take;
    }
}

void ArrayBundle::writeMatrix(std::string_view name, const RowMatrix& values,
                              const TaskContext& context) const
{
    const std::span<const double> elements(values.data(), static_cast<std::size_t>(values.size()));
    writeBytes(name, typeName<double>(), sizeof(double), std::as_bytes(elements), values.rows(),
               values.cols(), context);
}

void ArrayBundle::writeVector(std::string_view name, const Vector& values, const TaskContext& context) const
{
    write(name, std::span<const double>(values.data(), static_cast<std::size_t>(values.size())), context);
}

RowMatrix ArrayBundle::readMatrix(std::string_view name, const TaskContext& context) const
{
    const Stored stored = find(name);
    RowMatrix values(stored.rows, stored.columns);
    readInto(name, std::span<double>(values.data(), static_cast<std::size_t>(values.size())), context);
    return values;
}

Vector ArrayBundle::readVector(std::string_view name, const TaskContext& context) const
{
    Vector values(length(name));
    readInto(name, std::span<double>(values.data(), static_cast<std::size_t>(values.size())), context);
    return values;
}

void ArrayBundle::writeStrings(std::string_view name, const std::vector<std::string>& values,
                               const TaskContext& context) const
{
    std::vector<std::int64_t> ends;
    ends.reserve(values.size());
    std::int64_t total = 0;
    for (const std::string& value : values)
        ends.push_back(total += static_cast<std::int64_t>(value.size()));
    std::vector<char> joined(static_cast<std::size_t>(total));
    char* at = joined.data();
    for (const std::string& value : values) {
        std::memcpy(at, value.data(), value.size());
        at += value.size();
    }
    write(name, joined, context);
    write(std::string(name) + "/ends", ends, context);
}

std::vector<std::string> ArrayBundle::readStrings(std::string_view name, const TaskContext& context) const
{
    const auto ends = read<std::int64_t>(std::string(name) + "/ends", context);
    const std::int64_t total = length(name);
    // Left uninitialised: filling it with zeros first would touch every page twice.
    const auto joined = std::make_unique_for_overwrite<char[]>(static_cast<std::size_t>(total));
    readInto(name, std::span<char>(joined.get(), static_cast<std::size_t>(total)), context);
    std::vector<std::string> values;
    values.reserve(ends.size());
    std::int64_t begin = 0;
    for (const std::int64_t end : ends) {
        if (end < begin || end > total)
            throwDamaged(name, "holds impossible positions");
        values.emplace_back(joined.get() + begin, static_cast<std::size_t>(end - begin));
        begin = end;
    }
    return values;
}

std::string ArrayBundle::stringAt(std::string_view name, std::int64_t index) const
{
    const std::string endsName = std::string(name) + "/ends";
    if (!contains(endsName))
        return {};
    std::int64_t bounds[2] = {0, 0};
    if (index == 0)
        slice<std::int64_t>(endsName, 0, {bounds + 1, 1});
    else
        slice<std::int64_t>(endsName, index - 1, bounds);
    if (bounds[1] < bounds[0])
        throwDamaged(name, "holds impossible positions");
    std::string value(static_cast<std::size_t>(bounds[1] - bounds[0]), '\0');
    slice<char>(name, bounds[0], value);
    return value;
}

std::vector<std::string> ArrayBundle::damaged() const
{
    std::vector<std::string> names;
    SQLite::Statement arrays(m_workspace->database(),
                             "SELECT name, type, rows * columns FROM array WHERE bundle = ?");
    arrays.bind(1, m_id);
    std::vector<std::byte> buffer;
    while (arrays.executeStep()) {
        const std::string name = arrays.getColumn(0).getString();
        const std::string type = arrays.getColumn(1).getString();
        buffer.resize(static_cast<std::size_t>(arrays.getColumn(2).getInt64()) * elementBytes(type));
        try {
            readBytes(name, type, elementBytes(type), buffer, {});
        } catch (const SQLite::Exception&) {
            names.push_back(name);
        }
    }
    return names;
}

} // namespace representer
