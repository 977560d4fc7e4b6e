#include "ui/models/word_places.h"

#include <QHash>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace representer {

namespace {

struct Token {
    QString word; // folded
    int begin;
    int end;
};

std::vector<Token> tokens(const QString& text)
{
    std::vector<Token> result;
    int begin = -1;
    for (int i = 0; i <= text.size(); ++i) {
        const bool inside = i < text.size() && (text[i].isLetterOrNumber() || text[i] == QLatin1Char('_'));
        if (inside && begin < 0)
            begin = i;
        if (!inside && begin >= 0) {
            result.push_back({text.mid(begin, i - begin).toCaseFolded(), begin, i});
            begin = -1;
        }
    }
    return result;
}

} // namespace

std::vector<WordPlace> wordPlaces(const QString& text, const std::vector<SharedWord>& words,
                                  const TaskContext& context)
{
    constexpr std::size_t limit = 200;
    QHash<QString, double> terms;
    int longest = 1;
    for (std::size_t i = 0; i < std::min(words.size(), limit); ++i) {
        const QString term = words[i].term.toCaseFolded().simplified();
        terms.insert(term, words[i].contribution);
        longest = std::max(longest, static_cast<int>(term.count(QLatin1Char(' '))) + 1);
    }
    const std::vector<Token> found = tokens(text);
    std::vector<WordPlace> places;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (i % 4096 == 0)
            context.throwIfStopped();
        QString term;
        for (std::size_t length = 1;
             length <= static_cast<std::size_t>(longest) && i + length <= found.size(); ++length) {
            term += (length > 1 ? QStringLiteral(" ") : QString()) + found[i + length - 1].word;
            if (const auto at = terms.constFind(term); at != terms.constEnd())
                places.push_back({found[i].begin, found[i + length - 1].end - found[i].begin, at.value()});
        }
    }
    // Later formats are painted over earlier ones: the strongest goes last.
    std::stable_sort(places.begin(), places.end(), [](const WordPlace& a, const WordPlace& b) {
        return std::abs(a.contribution) < std::abs(b.contribution);
    });
    return places;
}

} // namespace representer
