#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/data/vectoriser.h"
#include "core/data/words.h"

#include <QtTest>

#include <cmath>
#include <map>

using namespace representer;

namespace {

std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words;
    eachWord(text, [&](std::string_view word, std::size_t, std::size_t) { words.emplace_back(word); });
    return words;
}

} // namespace

class TestVectoriser : public QObject {
    Q_OBJECT
private slots:
    void words()
    {
        QCOMPARE(wordsOf("Hello, a wORLD_2 x 42!"), (std::vector<std::string>{"hello", "world_2", "42"}));
        QCOMPARE(wordsOf("STRASSE Straße"), (std::vector<std::string>{"strasse", "strasse"}));
        QCOMPARE(wordsOf("cafe\xcc\x81 CAF\xc3\x89"),
                 (std::vector<std::string>{"caf\xc3\xa9", "caf\xc3\xa9"}));
        QCOMPARE(wordsOf("don\xe2\x80\x99t \xe6\x97\xa5\xe6\x9c\xac"),
                 (std::vector<std::string>{"don", "\xe6\x97\xa5\xe6\x9c\xac"}));
        QCOMPARE(wordsOf("ab\xff\xfe"
                         "cd\xc3"),
                 (std::vector<std::string>{"ab", "cd"}));
        std::vector<std::size_t> places;
        eachWord("a bc \xc3\xa9t", [&](std::string_view, std::size_t begin, std::size_t length) {
            places.push_back(begin);
            places.push_back(length);
        });
        QCOMPARE(places, (std::vector<std::size_t>{2, 2, 5, 3}));
    }

    // Against the formula worked out with maps and strings.
    void weightsFollowTheFormula()
    {
        const std::vector<std::string> texts{"the cat sat on the mat", "the dog sat", "a cat and the cat",
                                             ""};
        for (const bool sublinear : {false, true}) {
            const VectoriserOptions options{.ngrams = 3, .sublinear = sublinear};
            const auto fitted = fitVectoriser(options, texts);
            std::map<std::string, int> frequency;
            std::vector<std::map<std::string, int>> counts;
            for (const auto& text : texts) {
                std::map<std::string, int> own;
                const auto words = wordsOf(text);
                for (std::size_t i = 0; i < words.size(); ++i) {
                    std::string term;
                    for (std::size_t j = i; j < std::min(words.size(), i + 3); ++j)
                        ++own[term += (j > i ? " " : "") + words[j]];
                }
                for (const auto& [term, count] : own)
                    ++frequency[term];
                counts.push_back(own);
            }
            QCOMPARE(fitted.vectoriser.terms().size(), frequency.size());
            for (std::size_t i = 0; i < texts.size(); ++i) {
                double squares = 0;
                std::map<std::string, double> expected;
                for (const auto& [term, count] : counts[i]) {
                    const double tf = sublinear ? 1 + std::log(count) : count;
                    expected[term] = tf * (std::log(5.0 / (1 + frequency[term])) + 1);
                    squares += expected[term] * expected[term];
                }
                const auto row = rowView(fitted.x, static_cast<Eigen::Index>(i));
                QCOMPARE(row.columns.size(), expected.size());
                for (std::size_t k = 0; k < row.columns.size(); ++k) {
                    const auto& term = fitted.vectoriser.terms()[static_cast<std::size_t>(row.columns[k])];
                    QVERIFY(std::abs(row.values[k] - expected.at(term) / std::sqrt(squares)) < 1e-6);
                }
                const auto again =
                    fitted.vectoriser.row(texts[i]); // typed text passes the same way, to the last bit
                QVERIFY(std::equal(again.columns.begin(), again.columns.end(), row.columns.begin(),
                                   row.columns.end()));
                QVERIFY(std::equal(again.values.begin(), again.values.end(), row.values.begin(),
                                   row.values.end()));
            }
        }
    }

    void rareTermsAreDropped()
    {
        const std::vector<std::string> texts{"red green", "red blue", "red"};
        const auto fitted = fitVectoriser({.ngrams = 2, .minDocumentFrequency = 2}, texts);
        QCOMPARE(fitted.vectoriser.terms(), std::vector<std::string>{"red"});
        QVERIFY_EXCEPTION_THROWN(fitVectoriser({.minDocumentFrequency = 9}, texts), Error);
        QVERIFY_EXCEPTION_THROWN(fitVectoriser({.ngrams = 0}, texts), Error);
    }

    void sameResultOnOneThread()
    {
        std::vector<std::string> texts;
        for (int i = 0; i < 3000; ++i)
            texts.push_back("word" + std::to_string(i * 7919 % 501) + " other" + std::to_string(i % 37) +
                            " last");
        const auto many = fitVectoriser({}, texts);
        setThreadLimit(1);
        const auto one = fitVectoriser({}, texts);
        setThreadLimit(0);
        QCOMPARE(many.vectoriser.terms(), one.vectoriser.terms());
        QVERIFY(many.x.isApprox(one.x, 0.0));
        QVERIFY(many.vectoriser.rows(texts).isApprox(many.x, 0.0));
    }
};

QTEST_APPLESS_MAIN(TestVectoriser)
#include "tst_vectoriser.moc"
