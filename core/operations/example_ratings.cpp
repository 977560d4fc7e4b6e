#include "core/operations/example_ratings.h"

#include "core/base/random.h"
#include "core/data/split.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

namespace representer {

namespace {

constexpr std::size_t kUsers = 400;
constexpr std::size_t kItems = 300;
constexpr std::size_t kGenres = 6;
constexpr std::size_t kWrongUsers = 10; // the planted group
constexpr std::size_t kWrongPerUser = 6;

struct Genre {
    std::string_view name;
    std::array<std::string_view, 12> nouns;
};
constexpr std::array<Genre, kGenres> kGenreList{{
    {"Science fiction",
     {"Orbit", "Signal", "Colony", "Android", "Nebula", "Starship", "Horizon", "Reactor", "Moon", "Galaxy",
      "Machine", "Eclipse"}},
    {"Comedy",
     {"Wedding", "Neighbour", "Holiday", "Cousin", "Umbrella", "Parrot", "Birthday", "Landlord", "Picnic",
      "Wardrobe", "Marmalade", "Committee"}},
    {"Thriller",
     {"Witness", "Cellar", "Ransom", "Alibi", "Corridor", "Stranger", "Letter", "Midnight", "Suspect",
      "Verdict", "Shadow", "Passenger"}},
    {"Romance",
     {"Summer", "Promise", "Garden", "Violin", "Kiss", "Farewell", "Island", "Waltz", "Heart", "Orchard",
      "Balcony", "Spring"}},
    {"Western",
     {"Canyon", "Saddle", "Sheriff", "Prairie", "Stagecoach", "Ranch", "Outlaw", "Desert", "Railway", "Spur",
      "Saloon", "Frontier"}},
    {"Documentary",
     {"River", "Glacier", "Honeybee", "Cathedral", "Harvest", "Lighthouse", "Migration", "Volcano", "Archive",
      "Forest", "Orchestra", "Harbour"}},
}};
constexpr std::array<std::string_view, 20> kAdjectives{
    "Silent", "Last",      "Golden",     "Hidden",   "Distant",  "Broken", "Crimson",
    "Second", "Wandering", "Impossible", "Quiet",    "Paper",    "Winter", "Endless",
    "Little", "Lost",      "Burning",    "Borrowed", "Northern", "Perfect"};
constexpr std::array<std::string_view, 4> kAges{"18-29", "30-44", "45-59", "60+"};

struct Film {
    std::size_t genre = 0;
    std::size_t second = 0; // the same as genre for a film of one genre
    double quality = 0;
};

using Tastes = std::array<double, kGenres>;

std::vector<Film> inventFilms(EntityTable& table, Random& random)
{
    std::vector<Film> films;
    std::set<std::string> taken;
    table.attributeNames = {"genres", "year"};
    table.attributes.resize(2);
    while (films.size() < kItems) {
        Film film;
        film.genre = films.size() % kGenres;
        film.second = random.uniform() < 0.35 ? random.below(kGenres) : film.genre;
        film.quality = 0.45 * random.normal();
        const auto& nouns = kGenreList[film.genre].nouns;
        const std::string year = std::to_string(1950 + random.below(74));
        const std::string title = "The " + std::string(kAdjectives[random.below(kAdjectives.size())]) + " " +
                                  std::string(nouns[random.below(nouns.size())]);
        if (!taken.insert(title).second)
            continue;
        std::string genres(kGenreList[film.genre].name);
        if (film.second != film.genre)
            genres += "|" + std::string(kGenreList[film.second].name);
        table.ids.push_back("f" + std::to_string(films.size() + 1));
        table.titles.push_back(title + " (" + year + ")");
        table.attributes[0].push_back(genres);
        table.attributes[1].push_back(year);
        films.push_back(film);
    }
    return films;
}

// Two genres loved, one disliked, the others a matter of indifference.
std::vector<Tastes> inventUsers(EntityTable& table, Random& random)
{
    std::vector<Tastes> users;
    table.attributeNames = {"loves", "dislikes", "age"};
    table.attributes.resize(3);
    for (std::size_t u = 0; u < kUsers; ++u) {
        std::array<std::size_t, kGenres> order{0, 1, 2, 3, 4, 5};
        random.shuffle(order);
        Tastes tastes{};
        for (double& taste : tastes)
            taste = 0.2 * random.normal();
        tastes[order[0]] += 1.6;
        tastes[order[1]] += 1.1;
        tastes[order[2]] -= 1.6;
        table.ids.push_back("u" + std::to_string(u + 1));
        table.attributes[0].push_back(std::string(kGenreList[order[0]].name) + "|" +
                                      std::string(kGenreList[order[1]].name));
        table.attributes[1].push_back(std::string(kGenreList[order[2]].name));
        table.attributes[2].push_back(std::string(kAges[random.below(kAges.size())]));
        users.push_back(tastes);
    }
    return users;
}

double liking(const Tastes& tastes, const Film& film)
{
    return (tastes[film.genre] + tastes[film.second]) / 2 + film.quality;
}

// 25 to 54 films each; films one is likely to enjoy are watched more often.
RatingPart rateFilms(const std::vector<Tastes>& users, const std::vector<Film>& films,
                     const RatingScale& scale, Random& random)
{
    RatingPart ratings;
    for (std::size_t u = 0; u < users.size(); ++u) {
        const std::size_t count = 25 + random.below(30);
        std::set<std::size_t> watched;
        while (watched.size() < count) {
            const std::size_t i = random.below(films.size());
            if (random.uniform() < 0.35 + 0.3 * liking(users[u], films[i]))
                watched.insert(i);
        }
        for (const std::size_t i : watched) {
            const double stars = std::clamp(
                std::round(3.1 + liking(users[u], films[i]) + 0.35 * random.normal()), scale.low, scale.high);
            ratings.users.push_back(static_cast<std::int32_t>(u));
            ratings.items.push_back(static_cast<std::int32_t>(i));
            ratings.values.push_back(static_cast<float>(scale.toTrained(stars)));
        }
    }
    return ratings;
}

void splitParts(RatingData& data, const RatingPart& all, std::uint64_t seed)
{
    const std::vector<Part> parts = holdOutPerUser({all.users, all.items, kUsers, kItems}, 1, seed);
    for (std::size_t row = 0; row < all.size(); ++row) {
        RatingPart& part = parts[row] == Part::Train        ? data.train
                           : parts[row] == Part::Validation ? data.validation
                                                            : data.test;
        part.users.push_back(all.users[row]);
        part.items.push_back(all.items[row]);
        part.values.push_back(all.values[row]);
    }
}

// The planted group turns its clearest opinions round: one star for what it loves and five for what it
// dislikes.
std::vector<TrainIndex> turnRound(RatingPart& train, Random& random)
{
    std::set<std::int32_t> group;
    while (group.size() < kWrongUsers)
        group.insert(static_cast<std::int32_t>(random.below(kUsers)));
    std::vector<TrainIndex> wrong;
    for (const std::int32_t user : group) {
        std::vector<std::int32_t> rows;
        for (std::size_t row = 0; row < train.size(); ++row)
            if (train.users[row] == user)
                rows.push_back(static_cast<std::int32_t>(row));
        random.shuffle(rows);
        std::stable_sort(rows.begin(), rows.end(), [&](std::int32_t a, std::int32_t b) {
            return std::abs(train.values[static_cast<std::size_t>(a)]) >
                   std::abs(train.values[static_cast<std::size_t>(b)]);
        });
        rows.resize(std::min(rows.size(), kWrongPerUser));
        for (const std::int32_t row : rows) {
            float& value = train.values[static_cast<std::size_t>(row)];
            value = value > 0 ? -1.0f : 1.0f;
            wrong.push_back({row});
        }
    }
    std::sort(wrong.begin(), wrong.end());
    return wrong;
}

} // namespace

RatingExample makeExampleRatings(std::uint64_t seed)
{
    Random random(seed);
    RatingData data;
    const std::vector<Film> films = inventFilms(data.items, random);
    const std::vector<Tastes> users = inventUsers(data.users, random);
    splitParts(data, rateFilms(users, films, data.scale, random), seed);
    RatingExample example;
    example.wrong = turnRound(data.train, random);
    example.dataset.content = std::move(data);
    DatasetInfo& info = example.dataset.info;
    countContent(info, example.dataset.content);
    info.name = "example-ratings";
    info.source = "synthetic: invented films, users and ratings, seed " + std::to_string(seed);
    info.format = "generator";
    info.splitRule = "one validation and one test rating per user, drawn with seed " + std::to_string(seed);
    info.seed = seed;
    info.synthetic = true;
    info.warnings = {std::to_string(example.wrong.size()) + " training ratings of " +
                     std::to_string(kWrongUsers) + " users were turned round on purpose, to be found again."};
    info.fingerprint = contentFingerprint(example.dataset.content);
    return example;
}

} // namespace representer
