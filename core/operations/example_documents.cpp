#include "core/operations/example_documents.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

namespace representer {

namespace {

constexpr std::size_t kTrain = 400;
constexpr std::size_t kTest = 120;
constexpr std::size_t kMislabelled = 20;

// Sentences of one subject; %t, %a and %p are replaced by a thing, a quality and a place.
struct Subject {
    std::string_view name;
    std::array<std::string_view, 8> sentences;
    std::array<std::string_view, 16> things;
    std::array<std::string_view, 10> qualities;
    std::array<std::string_view, 6> places;
};

constexpr std::array<Subject, 2> kSubjects{{
    {"baking",
     {"My %t came out %a this time.", "I left the %t in %p for an hour.",
      "Does anybody have a recipe for %a %t?", "The secret of good %t is cold butter.",
      "We baked %t with %a flour for the whole family.", "A %a %t needs a hot oven and a little patience.",
      "The crust of the %t was %a, the inside was not.", "She taught me to knead the %t in %p."},
     {"sourdough", "apple pie", "rye bread", "brioche", "cheesecake", "shortbread", "baguette", "plum cake",
      "scones", "pretzels", "gingerbread", "focaccia", "meringue", "pastry", "muffins", "pancakes"},
     {"crisp", "soft", "burnt", "buttery", "salty", "sweet", "golden", "dry", "airy", "sticky"},
     {"the oven", "the kitchen", "a warm bowl", "the cellar", "my grandmother's pantry",
      "the village bakery"}},
    {"astronomy",
     {"Last night I saw the %t, %a above the roofs.", "With the new telescope the %t looked %a.",
      "Can the %t be observed from %p?", "The orbit of the %t is longer than I thought.",
      "We photographed the %t for three hours from %p.", "Through binoculars the %t is a %a smudge.",
      "A %a lens shows the %t even near the horizon.",
      "The light of the %t was %a when the clouds opened over %p."},
     {"moon", "comet", "Andromeda galaxy", "rings of Saturn", "Orion nebula", "Pleiades", "planet Venus",
      "eclipse", "meteor shower", "double star", "Milky Way", "moons of Jupiter", "crater Tycho",
      "polar star", "supernova", "asteroid"},
     {"faint", "bright", "blurred", "reddish", "distant", "sharp", "pale", "dazzling", "dim", "steady"},
     {"the observatory", "a dark hill", "the balcony", "the southern coast", "our roof", "the old airfield"}},
}};
constexpr std::array<std::string_view, 10> kNeutral{
    "It was a Sunday and the children were asleep.",
    "I have done this for many years and still learn something.",
    "Please write to me if you have tried the same.",
    "My neighbour laughed, but he came to look anyway.",
    "The weather had been dreadful all week.",
    "Thank you for the last issue, which I read twice.",
    "I took a picture and will send it with the next letter.",
    "It cost less than I had feared.",
    "Perhaps a reader knows a better way.",
    "We will try again next month."};

template<std::size_t N>
std::string_view pick(const std::array<std::string_view, N>& from, Random& random)
{
    return from[random.below(N)];
}

std::string sentence(const Subject& subject, Random& random)
{
    std::string text;
    const std::string_view pattern = pick(subject.sentences, random);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%') {
            text += pattern[i];
            continue;
        }
        ++i;
        text += pattern[i] == 't'   ? pick(subject.things, random)
                : pattern[i] == 'a' ? pick(subject.qualities, random)
                                    : pick(subject.places, random);
    }
    return text;
}

// Two to four sentences on the subject between neutral ones; now and then one strays to the other subject.
std::string letter(std::size_t subject, Random& random)
{
    std::vector<std::string> sentences;
    const std::size_t count = 2 + random.below(3);
    for (std::size_t i = 0; i < count; ++i)
        sentences.push_back(sentence(kSubjects[subject], random));
    if (random.uniform() < 0.15)
        sentences.push_back(sentence(kSubjects[1 - subject], random));
    for (std::size_t i = 1 + random.below(2); i > 0; --i)
        sentences.emplace_back(pick(kNeutral, random));
    random.shuffle(sentences);
    std::string text;
    for (const std::string& one : sentences)
        text += (text.empty() ? "" : " ") + one;
    return text;
}

void writeLetters(DocumentPart& part, std::string_view prefix, std::size_t count, Random& random)
{
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t subject = random.below(2);
        part.texts.push_back(letter(subject, random));
        part.titles.push_back(part.texts.back().substr(0, part.texts.back().find_first_of(".?") + 1));
        part.ids.push_back(std::string(prefix) + std::to_string(i + 1));
        part.labels.push_back(static_cast<std::uint8_t>(subject));
    }
}

std::vector<TrainIndex> flipLabels(DocumentPart& part, Random& random)
{
    std::set<std::int32_t> rows;
    while (rows.size() < kMislabelled)
        rows.insert(static_cast<std::int32_t>(random.below(part.size())));
    std::vector<TrainIndex> flipped;
    for (const std::int32_t row : rows) {
        std::uint8_t& label = part.labels[static_cast<std::size_t>(row)];
        label = static_cast<std::uint8_t>(1 - label);
        flipped.push_back({row});
    }
    return flipped;
}

} // namespace

DocumentExample makeExampleDocuments(std::uint64_t seed, const TaskContext& context)
{
    Random random(seed);
    DocumentData data;
    data.labelNames = {std::string(kSubjects[0].name), std::string(kSubjects[1].name)};
    writeLetters(data.train, "letter-", kTrain, random);
    writeLetters(data.test, "test-letter-", kTest, random);
    DocumentExample example;
    example.mislabelled = flipLabels(data.train, random);
    FittedTexts fitted = fitVectoriser({}, data.train.texts, context);
    data.train.x = std::move(fitted.x);
    data.test.x = fitted.vectoriser.rows(data.test.texts, context);
    data.validation.x.resize(0, data.train.x.cols());
    data.features = fitted.vectoriser.terms();
    data.vectoriser = std::move(fitted.vectoriser);

    example.dataset.content = std::move(data);
    DatasetInfo& info = example.dataset.info;
    countContent(info, example.dataset.content);
    info.name = "example-documents";
    info.source = "synthetic: invented letters about baking and astronomy, seed " + std::to_string(seed);
    info.format = "generator";
    info.splitRule = "training and test letters invented separately with seed " + std::to_string(seed);
    info.seed = seed;
    info.synthetic = true;
    info.warnings = {std::to_string(example.mislabelled.size()) +
                     " training documents carry the wrong label on purpose, to be found again."};
    info.fingerprint = contentFingerprint(example.dataset.content);
    return example;
}

} // namespace representer
