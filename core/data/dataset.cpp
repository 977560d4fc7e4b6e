#include "core/data/dataset.h"

#include <xxhash.h>

#include <array>
#include <cstdio>
#include <memory>
#include <type_traits>

namespace representer {

namespace {

// Feeds arrays and their lengths to one 128-bit hash; the lengths keep ("ab","c") and ("a","bc") apart.
class Fingerprint {
public:
    Fingerprint() : m_state(XXH3_createState(), &XXH3_freeState) { XXH3_128bits_reset(m_state.get()); }

    template<class T>
    void array(const T* data, std::size_t count)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        const auto length = static_cast<std::uint64_t>(count);
        XXH3_128bits_update(m_state.get(), &length, sizeof length);
        XXH3_128bits_update(m_state.get(), data, count * sizeof(T));
    }
    template<class T>
    void value(const T& v)
    {
        array(&v, 1);
    }
    template<class T>
    void array(const std::vector<T>& values)
    {
        array(values.data(), values.size());
    }
    void strings(const std::vector<std::string>& values)
    {
        value(static_cast<std::uint64_t>(values.size()));
        for (const auto& text : values)
            array(text.data(), text.size());
    }
    std::string hex() const
    {
        const auto hash = XXH3_128bits_digest(m_state.get());
        std::array<char, 33> text{};
        std::snprintf(text.data(), text.size(), "%016llx%016llx",
                      static_cast<unsigned long long>(hash.high64),
                      static_cast<unsigned long long>(hash.low64));
        return text.data();
    }

private:
    std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> m_state;
};

void add(Fingerprint& hash, const DocumentPart& part)
{
    const auto nonzeros = static_cast<std::size_t>(part.x.nonZeros());
    hash.value(static_cast<std::int64_t>(part.x.cols()));
    if (part.x.rows() > 0)
        hash.array(part.x.outerIndexPtr(), static_cast<std::size_t>(part.x.rows()) + 1);
    hash.array(part.x.innerIndexPtr(), nonzeros);
    hash.array(part.x.valuePtr(), nonzeros);
    hash.array(part.labels);
}

void add(Fingerprint& hash, const RatingPart& part)
{
    hash.array(part.users);
    hash.array(part.items);
    hash.array(part.values);
    hash.array(part.times);
}

void add(Fingerprint& hash, const MatrixPart& part)
{
    hash.array(part.values.data(), static_cast<std::size_t>(part.values.size()));
    hash.array(part.labels);
}

void addContent(Fingerprint& hash, const DocumentData& data)
{
    if (!data.vectoriser)
        return;
    const auto& options = data.vectoriser->options();
    hash.value(options.ngrams);
    hash.value(options.sublinear);
    hash.value(options.normalise);
    hash.strings(data.vectoriser->terms());
    hash.array(data.vectoriser->idf());
}

void addContent(Fingerprint& hash, const RatingData& data)
{
    hash.strings(data.users.ids);
    hash.strings(data.items.ids);
    hash.value(data.scale.low);
    hash.value(data.scale.high);
    hash.value(data.scale.binary);
}

void addContent(Fingerprint& hash, const MatrixData& data)
{
    hash.value(static_cast<std::int64_t>(data.rows));
    hash.value(static_cast<std::int64_t>(data.columns));
}

void count(DatasetInfo& info, const DocumentData& data)
{
    info.kind = DatasetKind::Documents;
    info.features = data.featureCount();
    info.nonzeros = data.train.x.nonZeros() + data.validation.x.nonZeros() + data.test.x.nonZeros();
}

void count(DatasetInfo& info, const RatingData& data)
{
    info.kind = DatasetKind::Ratings;
    info.users = static_cast<std::int64_t>(data.users.size());
    info.items = static_cast<std::int64_t>(data.items.size());
}

void count(DatasetInfo& info, const MatrixData& data)
{
    info.kind = DatasetKind::Matrices;
    info.features = data.rows * data.columns;
}

} // namespace

void countContent(DatasetInfo& info, const DatasetContent& content)
{
    info.users = info.items = info.features = info.nonzeros = 0;
    std::visit(
        [&](const auto& data) {
            count(info, data);
            info.train = static_cast<std::int64_t>(data.train.size());
            info.validation = static_cast<std::int64_t>(data.validation.size());
            info.test = static_cast<std::int64_t>(data.test.size());
        },
        content);
}

std::string contentFingerprint(const DatasetContent& content)
{
    Fingerprint hash;
    hash.value(static_cast<std::int64_t>(content.index()));
    std::visit(
        [&](const auto& data) {
            addContent(hash, data);
            add(hash, data.train);
            add(hash, data.validation);
            add(hash, data.test);
        },
        content);
    return hash.hex();
}

} // namespace representer
