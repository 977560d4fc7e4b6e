#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/importers/byte_source.h"
#include "core/importers/delimited_reader.h"
#include "core/importers/item_titles.h"
#include "core/importers/rating_lines.h"
#include "core/importers/readers.h"
#include "core/importers/text_encoding.h"
#include "core/importers/text_scan.h"

#include <algorithm>
#include <array>

namespace representer {

namespace fs = std::filesystem;

namespace {

// The files of one release, by their role; whichever of them are there.
struct Files {
    std::map<std::string, Bytes> bytes; // by plain file name
    std::string place;                  // for messages

    bool has(const std::string& name) const { return bytes.contains(name); }
    std::string_view text(const std::string& name) const { return bytes.at(name).view(); }
    std::string path(const std::string& name) const { return place + "/" + name; }
};

constexpr std::array RatingFiles{"u.data", "ratings.dat", "ratings.csv"};
constexpr std::array OtherFiles{"u.item", "u.user", "u.genre", "movies.dat", "users.dat", "movies.csv"};

bool knownFile(const std::string& name)
{
    return std::find(RatingFiles.begin(), RatingFiles.end(), name) != RatingFiles.end() ||
           std::find(OtherFiles.begin(), OtherFiles.end(), name) != OtherFiles.end();
}

Files collectFiles(const fs::path& path, const ImportRequest& request, const TaskContext& context)
{
    Files files;
    const UnpackLimits limits{request.expansionLimit};
    if (hasMembers(sourceKind(path))) {
        files.place = path.string();
        visitMembers(
            path, limits,
            [](const std::string& name) { return knownFile(fs::path(name).filename().string()); },
            [&](const std::string& name, Bytes bytes) {
                files.bytes.try_emplace(fs::path(name).filename().string(), std::move(bytes));
            },
            context);
        return files;
    }
    // One ratings file: its neighbours give titles and attributes when they are there.
    files.place = path.parent_path().string();
    auto name = path.filename().string();
    if (std::find(RatingFiles.begin(), RatingFiles.end(), name) != RatingFiles.end())
        for (const std::string other : OtherFiles) {
            const auto neighbour = path.parent_path() / other;
            std::error_code ignored;
            if (fs::is_regular_file(neighbour, ignored))
                files.bytes[other] = readFile(neighbour, limits, context);
        }
    files.bytes[name] = readFile(path, limits, context);
    return files;
}

// "Heat (1995)" -> "1995".
std::string yearOf(const std::string& title)
{
    const auto text = trimmed(title);
    if (text.size() >= 6 && text.back() == ')' && text[text.size() - 6] == '(')
        return std::string(text.substr(text.size() - 5, 4));
    return {};
}

// u.item: id|title|release date|video date|URL|19 genre flags; u.genre: name|position; u.user:
// id|age|gender|occupation|zip.
void read100K(const Files& files, RatingSource& source)
{
    std::vector<std::string> genres{"unknown",   "Action",   "Adventure",   "Animation", "Children's",
                                    "Comedy",    "Crime",    "Documentary", "Drama",     "Fantasy",
                                    "Film-Noir", "Horror",   "Musical",     "Mystery",   "Romance",
                                    "Sci-Fi",    "Thriller", "War",         "Western"};
    std::vector<std::string_view> fields;
    if (files.has("u.genre")) {
        genres.clear();
        DelimitedReader reader(files.text("u.genre"), files.path("u.genre"), "|",
                               DelimitedReader::Quotes::Plain);
        while (reader.next(fields))
            genres.emplace_back(fields[0]);
    }
    if (files.has("u.item")) {
        source.items.attributeNames = {"genres", "released"};
        DelimitedReader reader(files.text("u.item"), files.path("u.item"), "|",
                               DelimitedReader::Quotes::Plain);
        while (reader.next(fields)) {
            if (fields.size() < 5 + genres.size())
                reader.fail(0, "the line has " + std::to_string(fields.size()) +
                                   " fields where id, title, dates, address and " +
                                   std::to_string(genres.size()) +
                                   " genre flags are needed; take u.item as it is distributed.");
            std::string its;
            for (std::size_t g = 0; g < genres.size(); ++g)
                if (fields[5 + g] == "1")
                    its += (its.empty() ? "" : "|") + genres[g];
            source.items.add(fields[0], repairedText(fields[1]), {std::move(its), repairedText(fields[2])});
        }
    }
    if (files.has("u.user")) {
        source.users.attributeNames = {"age", "gender", "occupation", "zip"};
        DelimitedReader reader(files.text("u.user"), files.path("u.user"), "|",
                               DelimitedReader::Quotes::Plain);
        while (reader.next(fields)) {
            if (fields.size() < 5)
                reader.fail(
                    0,
                    "the line has " + std::to_string(fields.size()) +
                        " fields where id, age, gender, occupation and zip are needed; take u.user as it is "
                        "distributed.");
            std::vector<std::string> values;
            for (std::size_t a = 1; a < 5; ++a)
                values.push_back(repairedText(fields[a]));
            source.users.add(fields[0], {}, std::move(values));
        }
    }
}

// movies: id, title, genres with | between them (:: in the .dat files, CSV with a header in the later
// releases).
void readMovies(const Files& files, const std::string& name, RatingSource& source)
{
    const bool csv = name.ends_with(".csv");
    DelimitedReader reader(
        requireText(files.text(name), files.path(name)), files.path(name),
        csv ? "," : "::", csv ? DelimitedReader::Quotes::Allowed : DelimitedReader::Quotes::Plain);
    source.items.attributeNames = {"genres", "released"};
    std::vector<std::string_view> fields;
    while (reader.next(fields)) {
        if (csv && fields[0] == "movieId")
            continue;
        if (fields.size() < 3)
            reader.fail(0, "the line has " + std::to_string(fields.size()) +
                               " fields where movie, title and genres are needed; take " + name +
                               " as it is distributed.");
        auto title = repairedText(fields[1]);
        auto year = yearOf(title);
        source.items.add(fields[0], std::move(title), {repairedText(fields[2]), std::move(year)});
    }
}

// users.dat of the 1M release: id::gender::age group::occupation::zip, the two in the middle as codes of its
// README.
void readUsers1M(const Files& files, RatingSource& source)
{
    static const std::map<std::string_view, std::string> ages{
        {"1", "under 18"}, {"18", "18-24"}, {"25", "25-34"}, {"35", "35-44"},
        {"45", "45-49"},   {"50", "50-55"}, {"56", "56+"}};
    static const std::array<std::string, 21> occupations{"other",
                                                         "academic/educator",
                                                         "artist",
                                                         "clerical/admin",
                                                         "college/grad student",
                                                         "customer service",
                                                         "doctor/health care",
                                                         "executive/managerial",
                                                         "farmer",
                                                         "homemaker",
                                                         "K-12 student",
                                                         "lawyer",
                                                         "programmer",
                                                         "retired",
                                                         "sales/marketing",
                                                         "scientist",
                                                         "self-employed",
                                                         "technician/engineer",
                                                         "tradesman/craftsman",
                                                         "unemployed",
                                                         "writer"};
    source.users.attributeNames = {"gender", "age", "occupation", "zip"};
    DelimitedReader reader(files.text("users.dat"), files.path("users.dat"),
                           "::", DelimitedReader::Quotes::Plain);
    std::vector<std::string_view> fields;
    while (reader.next(fields)) {
        if (fields.size() < 5)
            reader.fail(
                0,
                "the line has " + std::to_string(fields.size()) +
                    " fields where user, gender, age, occupation and zip are needed; take users.dat as it is "
                    "distributed.");
        const auto age = ages.find(fields[2]);
        const auto code = parseInteger(fields[3]);
        const bool known = code && *code >= 0 && *code < static_cast<long long>(occupations.size());
        source.users.add(fields[0], {},
                         {repairedText(fields[1]), age == ages.end() ? repairedText(fields[2]) : age->second,
                          known ? occupations[static_cast<std::size_t>(*code)] : repairedText(fields[3]),
                          repairedText(fields[4])});
    }
}

std::string ratingsDelimiter(std::string_view text)
{
    const auto line = text.substr(0, text.find_first_of("\r\n"));
    return line.find("::") != std::string_view::npos   ? "::"
           : line.find('\t') != std::string_view::npos ? "\t"
                                                       : ",";
}

void addRatings(const std::string& file, std::string_view bytes, RatingTable& table,
                const TaskContext& context)
{
    const auto text = requireText(bytes, file);
    readRatingLines(text, file, ratingsDelimiter(text), {}, table, context);
}

} // namespace

Dataset readMovieLens(const ImportRequest& request, const TaskContext& context)
{
    const auto& path = onlyPath(request.paths, "MovieLens");
    const auto files = collectFiles(path, request, context);
    auto ratings =
        std::find_if(RatingFiles.begin(), RatingFiles.end(), [&](auto name) { return files.has(name); });
    const bool folder = hasMembers(sourceKind(path));
    if (folder && ratings == RatingFiles.end())
        throw Error(
            Error::Kind::BadFile, Place{path.string()},
            "holds none of u.data, ratings.dat and ratings.csv, the ratings of a MovieLens release; name the "
            "folder or the file they are in.");
    RatingSource source;
    source.file = path.string();
    const std::string name = folder ? *ratings : path.filename().string();
    RatingTable table;
    addRatings(folder ? files.path(name) : path.string(), files.text(name), table, context);
    if (!request.testPaths.empty()) {
        const auto& testPath = onlyPath(request.testPaths, "MovieLens");
        table.firstTestRow = table.user.size();
        const auto bytes = readFile(testPath, {request.expansionLimit}, context);
        addRatings(testPath.string(), bytes.view(), table, context);
    }
    read100K(files, source);
    for (const std::string movies : {"movies.dat", "movies.csv"})
        if (files.has(movies))
            readMovies(files, movies, source);
    if (files.has("users.dat"))
        readUsers1M(files, source);
    if (request.titles)
        source.items = readItemTitles(*request.titles, request, context);
    const float low =
        table.rating.empty() ? 1.0f : *std::min_element(table.rating.begin(), table.rating.end());
    source.usualScale = RatingScale{.low = low < 1 ? 0.5 : 1.0, .high = 5};
    return buildRatings(std::move(table), source, request);
}

} // namespace representer
