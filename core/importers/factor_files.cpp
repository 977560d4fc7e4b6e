#include "core/importers/factor_files.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/importers/byte_source.h"
#include "core/importers/delimited_reader.h"
#include "core/importers/npy.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_set>

namespace representer {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& file, const std::string& sentence)
{
    throw Error(Error::Kind::BadFile, {.file = file}, sentence);
}

RowMatrix matrixFrom(const NpyArray& array, const std::string& file)
{
    if (array.shape.size() != 2)
        refuse(file, "Factors are a matrix with one row per user or item, but this array has " +
                         std::to_string(array.shape.size()) + " dimensions.");
    return Eigen::Map<const RowMatrix>(array.values.data(), array.shape[0], array.shape[1]);
}

Vector vectorFrom(const NpyArray& array)
{
    return Eigen::Map<const Vector>(array.values.data(), static_cast<Eigen::Index>(array.values.size()));
}

std::vector<std::string> lines(const fs::path& path)
{
    const Bytes bytes = readFile(path, {});
    DelimitedReader reader(bytes.view(), path.string(), "", DelimitedReader::Quotes::Plain);
    std::vector<std::string> result;
    for (std::vector<std::string_view> fields; reader.next(fields);)
        result.emplace_back(fields.front());
    return result;
}

FactorTable readTable(const fs::path& path)
{
    const Bytes bytes = readFile(path, {});
    if (!bytes.view().starts_with("\x93NUMPY"))
        return parseFactorTable(bytes.view(), path.string());
    FactorTable table;
    table.file = path.string();
    table.values = matrixFrom(parseNpy(bytes.view(), path.string()), path.string());
    return table;
}

Vector readBiases(const fs::path& path)
{
    const Bytes bytes = readFile(path, {});
    if (bytes.view().starts_with("\x93NUMPY"))
        return vectorFrom(parseNpy(bytes.view(), path.string()));
    const FactorTable table = parseFactorTable(bytes.view(), path.string());
    if (table.values.cols() != 1)
        refuse(path.string(), "Biases are one number per line.");
    return table.values.col(0);
}

// What stands beside a file of factors under the usual names.
void readNeighbours(FactorTable& table, const fs::path& path, const std::string& side)
{
    const fs::path folder = path.parent_path();
    if (table.ids.empty())
        for (const fs::path& ids :
             {folder / (path.stem().string() + "_ids.txt"), folder / (side + "_ids.txt")})
            if (fs::exists(ids)) {
                table.ids = lines(ids);
                break;
            }
    if (const fs::path biases = folder / (side + "_biases.npy");
        table.biases.size() == 0 && fs::exists(biases))
        table.biases = readBiases(biases);
}

// model.json as export-model writes it; another program's file of that name is passed over.
void readDescription(FactorFiles& files, const fs::path& path)
{
    if (!fs::exists(path))
        return;
    const Bytes bytes = readFile(path, {});
    const auto json = nlohmann::json::parse(bytes.view(), nullptr, false);
    if (!json.is_object() || !json.contains("offsets") || !json.contains("scale"))
        return;
    try {
        files.mean = json.at("offsets").at("mean").get<double>();
        files.penalty = json.value("penalty", 0.0);
        const nlohmann::json options = json.value("options", nlohmann::json::object());
        files.loss = lossFromName(options.value("loss", "squared")).value_or(Loss::Squared);
        files.negatives = options.value("negatives", 0.0);
        files.trainingUnits = true;
        files.source = "exported model";
    } catch (const nlohmann::json::exception& problem) {
        refuse(path.string(), std::string("The description of the model cannot be used (") + problem.what() +
                                  "); export the model again, or move the file away.");
    }
}

FactorFiles readPair(const std::vector<fs::path>& paths)
{
    FactorFiles files;
    files.users = readTable(paths[0]);
    files.items = readTable(paths[1]);
    files.source = paths[0].extension() == ".npy" ? "NumPy arrays" : "table";
    if (paths.size() == 4) {
        files.users.biases = readBiases(paths[2]);
        files.items.biases = readBiases(paths[3]);
    }
    readNeighbours(files.users, paths[0], "user");
    readNeighbours(files.items, paths[1], "item");
    readDescription(files, paths[0].parent_path() / "model.json");
    return files;
}

// user_factors and item_factors of a folder, .npy before .csv.
std::vector<fs::path> factorPaths(const fs::path& folder)
{
    for (const char* extension : {".npy", ".csv"}) {
        const fs::path users = folder / (std::string("user_factors") + extension);
        const fs::path items = folder / (std::string("item_factors") + extension);
        if (fs::exists(users) && fs::exists(items))
            return {users, items};
    }
    refuse(folder.string(),
           "The folder has no user_factors.npy and item_factors.npy (or .csv); name the two files.");
}

std::vector<FactorCheckpointFiles> readCheckpoints(const fs::path& folder)
{
    std::vector<FactorCheckpointFiles> checkpoints;
    if (!fs::is_directory(folder))
        return checkpoints;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (!entry.is_directory())
            continue;
        const auto epoch = parseInteger(entry.path().filename().string());
        if (!epoch || *epoch < 0 || *epoch > 1'000'000'000)
            refuse(entry.path().string(), "The folder of a checkpoint is named by its epoch, for example 3.");
        const std::vector<fs::path> paths = factorPaths(entry.path());
        FactorCheckpointFiles state{static_cast<int>(*epoch), {}, readTable(paths[0]), readTable(paths[1])};
        if (const fs::path rate = entry.path() / "rate.txt"; fs::exists(rate)) {
            const Vector value = readBiases(rate);
            if (value.size() != 1 || !(value[0] > 0))
                refuse(rate.string(), "The learning rate of a checkpoint is one number above 0.");
            state.rate = value[0];
        }
        checkpoints.push_back(std::move(state));
    }
    std::sort(checkpoints.begin(), checkpoints.end(),
              [](const auto& x, const auto& y) { return x.epoch < y.epoch; });
    return checkpoints;
}

FactorFiles readFolder(const fs::path& folder)
{
    FactorFiles files = readPair(factorPaths(folder));
    files.checkpoints = readCheckpoints(folder / "checkpoints");
    return files;
}

// The names under which libraries keep each array: this program's, Surprise's, and the usual letters.
FactorFiles readArchive(const fs::path& path)
{
    const std::map<std::string, NpyArray> arrays = readNpz(path);
    const auto find = [&](std::initializer_list<const char*> names) -> const NpyArray* {
        for (const char* name : names)
            if (const auto found = arrays.find(name); found != arrays.end())
                return &found->second;
        return nullptr;
    };
    const auto idsOf = [](const NpyArray* array) {
        std::vector<std::string> ids;
        if (array != nullptr)
            for (const double id : array->values)
                ids.push_back(exactText(id));
        return ids;
    };
    const NpyArray* users = find({"user_factors", "pu", "users", "U", "P"});
    const NpyArray* items = find({"item_factors", "qi", "items", "V", "Q"});
    if (users == nullptr || items == nullptr)
        refuse(path.string(),
               "The archive should hold the arrays user_factors and item_factors (or pu and qi, U "
               "and V, P and Q).");
    FactorFiles files;
    files.source = "NumPy arrays";
    files.users = {
        path.string() + " (users)", matrixFrom(*users, path.string()), idsOf(find({"user_ids"})), false, {}};
    files.items = {
        path.string() + " (items)", matrixFrom(*items, path.string()), idsOf(find({"item_ids"})), false, {}};
    if (const NpyArray* biases = find({"user_biases", "bu"}))
        files.users.biases = vectorFrom(*biases);
    if (const NpyArray* biases = find({"item_biases", "bi"}))
        files.items.biases = vectorFrom(*biases);
    if (const NpyArray* mean = find({"mean", "global_mean"}); mean != nullptr && mean->values.size() == 1)
        files.mean = mean->values.front();
    return files;
}

// Whether the first column names the rows: by its title, by text, or, where neither says, by distinct whole
// numbers beside columns of fractions.
bool hasIdColumn(const std::vector<std::vector<std::string>>& rows, const std::string& title)
{
    std::string lower;
    std::transform(title.begin(), title.end(), std::back_inserter(lower),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const char* word : {"id", "user", "item", "movie", "name"})
        if (lower.find(word) != std::string::npos)
            return true;
    std::unordered_set<std::string> seen;
    bool whole = true, fractions = false;
    for (const auto& row : rows) {
        if (!parseNumber(row[0]))
            return true;
        whole = whole && parseInteger(row[0]) && seen.insert(row[0]).second;
        for (std::size_t c = 1; c < row.size(); ++c)
            fractions = fractions || !parseInteger(row[c]);
    }
    return whole && fractions;
}

} // namespace

FactorTable parseFactorTable(std::string_view text, const std::string& file)
{
    DelimitedReader reader(text, file, guessDelimiter(text.substr(0, 4096)));
    std::vector<std::vector<std::string>> rows;
    std::vector<std::int64_t> lineOf;
    std::string title;
    std::vector<std::string_view> fields;
    for (bool first = true; reader.next(fields); first = false) {
        // A line of names: nothing after its first field is a number.
        const auto isNumber = [](std::string_view field) { return parseNumber(field).has_value(); };
        if (first && std::none_of(fields.begin() + (fields.size() > 1), fields.end(), isNumber)) {
            title = fields[0];
            continue;
        }
        if (!rows.empty() && fields.size() != rows.front().size())
            reader.fail(0, "This line has " + std::to_string(fields.size()) +
                               " fields where the lines before have " + std::to_string(rows.front().size()) +
                               "; every row needs the same number of factors.");
        rows.emplace_back(fields.begin(), fields.end());
        lineOf.push_back(reader.line());
    }
    if (rows.empty())
        refuse(file, "The file holds no factors; it should have one line per user or item.");
    const std::size_t skip = rows.front().size() > 1 && hasIdColumn(rows, title) ? 1 : 0;
    FactorTable table;
    table.file = file;
    table.values.resize(static_cast<Eigen::Index>(rows.size()),
                        static_cast<Eigen::Index>(rows.front().size() - skip));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (skip == 1)
            table.ids.push_back(rows[r][0]);
        for (std::size_t c = skip; c < rows[r].size(); ++c) {
            const std::optional<double> value = parseNumber(rows[r][c]);
            if (!value)
                throw Error(Error::Kind::BadFile, {.file = file, .line = lineOf[r]},
                            "\"" + quotedExcerpt(rows[r][c]) +
                                "\" is not a finite number, so it cannot be a factor.");
            table.values(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c - skip)) = *value;
        }
    }
    return table;
}

FactorFiles parseLibmfModel(std::string_view text, const std::string& file)
{
    DelimitedReader reader(text, file, " ", DelimitedReader::Quotes::Plain);
    std::vector<std::string_view> fields;
    std::array<long long, 4> header{}; // f m n k
    constexpr std::array<std::string_view, 4> names{"f", "m", "n", "k"};
    for (std::size_t h = 0; h < header.size(); ++h) {
        if (!reader.next(fields) || fields.size() < 2 || fields[0] != names[h] || !parseInteger(fields[1]))
            reader.fail(0, "A LIBMF model begins with the lines f, m, n, k and b; here \"" +
                               std::string(names[h]) + "\" was expected.");
        header[h] = *parseInteger(fields[1]);
    }
    const auto [function, users, items, dim] = header;
    if (function != 0)
        throw Error(Error::Kind::BadFile, {.file = file},
                    "The model was trained by LIBMF with the loss number " + std::to_string(function) +
                        "; only 0, the squared loss, can be adopted.");
    const auto rest = static_cast<long long>(text.size());
    if (!reader.next(fields) || fields[0] != "b" || users < 1 || items < 1 || dim < 1 || users > rest ||
        items > rest || dim > rest / std::max(users, items))
        reader.fail(0, "The header of the LIBMF model does not fit the file; save it again.");
    FactorFiles files;
    files.source = "LIBMF model";
    files.mean = 0; // LIBMF's b answers for unseen rows only; it is not part of the other predictions
    const auto readSide = [&](FactorTable& table, char letter, long long count) {
        table.file = file;
        table.counted = true;
        table.values.setZero(count, dim);
        for (long long row = 0; row < count; ++row) {
            const std::string label = letter + std::to_string(row);
            if (!reader.next(fields) || fields.size() < 2 || fields[0] != label)
                reader.fail(0, "The line of " + label + " was expected; the model is cut off or damaged.");
            table.ids.push_back(std::to_string(row));
            if (fields[1] == "F")
                continue;
            if (static_cast<long long>(fields.size()) < dim + 2)
                reader.fail(0, label + " has fewer than " + std::to_string(dim) + " factors.");
            for (long long c = 0; c < dim; ++c) {
                const auto value = parseNumber(fields[static_cast<std::size_t>(c) + 2]);
                if (!value)
                    reader.fail(static_cast<std::size_t>(c) + 2, "This is not a finite number.");
                table.values(row, c) = *value;
            }
        }
    };
    readSide(files.users, 'p', users);
    readSide(files.items, 'q', items);
    return files;
}

FactorFiles readFactorFiles(const std::vector<fs::path>& paths)
{
    if (paths.size() == 2 || paths.size() == 4)
        return readPair(paths);
    if (paths.size() != 1)
        throw Error(
            Error::Kind::BadOption,
            "Give a folder, an .npz, a LIBMF model, or two files: user factors and item factors (and then "
            "user biases and item biases).");
    const fs::path& path = paths.front();
    if (fs::is_directory(path))
        return readFolder(path);
    if (path.extension() == ".npz")
        return readArchive(path);
    const Bytes bytes = readFile(path, {});
    if (bytes.view().starts_with("f "))
        return parseLibmfModel(bytes.view(), path.string());
    throw Error(Error::Kind::BadOption,
                path.string() +
                    " holds one matrix; give the user factors and the item factors as two files.");
}

} // namespace representer
