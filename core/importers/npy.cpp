#include "core/importers/npy.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/importers/text_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

namespace representer {

namespace {

constexpr std::string_view Magic = "\x93NUMPY";

struct Header {
    char type = 0;         // f i u b
    std::size_t width = 0; // bytes per value
    bool bigEndian = false;
    bool fortran = false;
    std::vector<std::int64_t> shape;
    std::size_t dataBegin = 0;
};

[[noreturn]] void fail(const std::string& file, const std::string& sentence)
{
    throw Error(Error::Kind::BadFile, Place{file}, sentence);
}

// The text after 'key': in the header, which is a Python dict.
std::string_view valueOf(std::string_view dict, std::string_view key, const std::string& file)
{
    const auto found = dict.find("'" + std::string(key) + "'");
    const auto colon = found == std::string_view::npos ? found : dict.find(':', found);
    if (colon == std::string_view::npos)
        fail(file, "the .npy header " + quotedExcerpt(dict, 80) + " has no '" + std::string(key) +
                       "'; write the file again with numpy.save.");
    return trimmed(dict.substr(colon + 1));
}

void readType(std::string_view text, Header& header, const std::string& file)
{
    const auto end = text.size() > 1 ? text.find('\'', 1) : std::string_view::npos;
    const auto descr = end == std::string_view::npos ? text : text.substr(1, end - 1);
    const bool plain = text.starts_with('\'') && descr.size() == 3;
    static constexpr std::array<std::string_view, 11> known{"f4", "f8", "i1", "i2", "i4", "i8",
                                                            "u1", "u2", "u4", "u8", "b1"};
    if (!plain || std::string_view("<>|=").find(descr[0]) == std::string_view::npos ||
        std::find(known.begin(), known.end(), descr.substr(1)) == known.end())
        fail(file, "holds values of type " + quotedExcerpt(descr) +
                       "; only numbers can be read: save it as array.astype('float64').");
    header.bigEndian = descr[0] == '>';
    header.type = descr[1];
    header.width = static_cast<std::size_t>(descr[2] - '0');
}

void readShape(std::string_view text, Header& header, const std::string& file)
{
    const auto end = text.find(')');
    if (!text.starts_with('(') || end == std::string_view::npos)
        fail(file, "the shape " + quotedExcerpt(text) +
                       " in the .npy header is not a tuple; write the file again with "
                       "numpy.save.");
    auto rest = text.substr(1, end - 1);
    while (!trimmed(rest).empty()) {
        const auto comma = std::min(rest.find(','), rest.size());
        const auto extent = parseInteger(trimmed(rest.substr(0, comma)));
        if (!extent || *extent < 0)
            fail(file, "the shape " + quotedExcerpt(text.substr(0, end + 1)) +
                           " in the .npy header is not made of whole "
                           "numbers; write the file again with "
                           "numpy.save.");
        header.shape.push_back(*extent);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
}

Header readHeader(std::string_view bytes, const std::string& file)
{
    if (!bytes.starts_with(Magic) || bytes.size() < 10)
        fail(file, "is no .npy file: it begins with " + quotedExcerpt(bytes.substr(0, 8)) +
                       "; write it with numpy.save.");
    const auto byte = [&](std::size_t i) {
        return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i]));
    };
    const auto version = byte(6);
    if (version < 1 || version > 3)
        fail(file, "is a .npy file of version " + std::to_string(version) + "; versions 1 to 3 can be read.");
    std::size_t length = byte(8) + (byte(9) << 8);
    std::size_t begin = 10;
    if (version > 1 && bytes.size() >= 12) {
        length += (byte(10) << 16) + (byte(11) << 24);
        begin = 12;
    }
    if (begin + length > bytes.size())
        fail(file, "ends inside its .npy header: it is cut off; copy it again.");
    const auto dict = bytes.substr(begin, length);
    Header header;
    header.dataBegin = begin + length;
    readType(valueOf(dict, "descr", file), header, file);
    header.fortran = valueOf(dict, "fortran_order", file).starts_with("True");
    readShape(valueOf(dict, "shape", file), header, file);
    return header;
}

template<class T>
double valueAt(const char* at, bool swap)
{
    std::array<char, sizeof(T)> raw{};
    std::memcpy(raw.data(), at, sizeof(T));
    if (swap)
        std::reverse(raw.begin(), raw.end());
    return static_cast<double>(std::bit_cast<T>(raw));
}

using ReadValue = double (*)(const char*, bool);

ReadValue readerFor(const Header& header)
{
    switch (header.type) {
    case 'f':
        return header.width == 4 ? valueAt<float> : valueAt<double>;
    case 'i':
        return header.width == 1   ? valueAt<std::int8_t>
               : header.width == 2 ? valueAt<std::int16_t>
               : header.width == 4 ? valueAt<std::int32_t>
                                   : valueAt<std::int64_t>;
    default:
        return header.width == 1   ? valueAt<std::uint8_t>
               : header.width == 2 ? valueAt<std::uint16_t>
               : header.width == 4 ? valueAt<std::uint32_t>
                                   : valueAt<std::uint64_t>;
    }
}

// Positions of a Fortran-ordered array in C order: index (i, j, k) of shape (a, b, c) stands at i + a (j + b
// k).
std::vector<double> fromFortran(const std::vector<double>& values, const std::vector<std::int64_t>& shape)
{
    std::vector<double> result(values.size());
    std::vector<std::int64_t> index(shape.size(), 0), stride(shape.size(), 1);
    for (std::size_t d = 1; d < shape.size(); ++d)
        stride[d] = stride[d - 1] * shape[d - 1];
    std::int64_t from = 0;
    for (auto& value : result) {
        value = values[static_cast<std::size_t>(from)];
        for (std::size_t d = shape.size(); d-- > 0;) {
            from += stride[d];
            if (++index[d] < shape[d])
                break;
            from -= stride[d] * shape[d];
            index[d] = 0;
        }
    }
    return result;
}

} // namespace

NpyArray parseNpy(std::string_view bytes, const std::string& file)
{
    const auto header = readHeader(bytes, file);
    const auto held = (bytes.size() - header.dataBegin) / header.width;
    std::size_t count = 1;
    for (const auto extent :
         header.shape) { // checked step by step: a forged shape must not overflow or allocate
        if (extent > 0 && count > held / static_cast<std::size_t>(extent))
            fail(file, "ends after " + std::to_string(held) +
                           " values, fewer than its shape asks for: it is cut off; copy or save it again.");
        count *= static_cast<std::size_t>(extent);
    }
    if (count > held)
        fail(file, "has no value in it: it is cut off; copy or save it again.");
    NpyArray array;
    array.shape = header.shape;
    array.whole = header.type != 'f';
    array.values.resize(count);
    const auto read = readerFor(header);
    const bool swap = header.bigEndian != (std::endian::native == std::endian::big) && header.width > 1;
    for (std::size_t i = 0; i < count; ++i)
        array.values[i] = read(bytes.data() + header.dataBegin + i * header.width, swap);
    if (header.fortran && header.shape.size() > 1)
        array.values = fromFortran(array.values, header.shape);
    return array;
}

NpyArray readNpy(const std::filesystem::path& path, const UnpackLimits& limits)
{
    const auto bytes = readFile(path, limits);
    return parseNpy(bytes.view(), path.string());
}

std::map<std::string, NpyArray> readNpz(const std::filesystem::path& path, const UnpackLimits& limits)
{
    if (sourceKind(path) != SourceKind::Archive)
        fail(path.string(), "is no .npz file (a zip of .npy files); write it with numpy.savez.");
    std::map<std::string, NpyArray> arrays;
    visitMembers(
        path, limits, [](const std::string& name) { return name.ends_with(".npy"); },
        [&](const std::string& name, Bytes bytes) {
            arrays[name.substr(0, name.size() - 4)] = parseNpy(bytes.view(), path.string() + "/" + name);
        });
    return arrays;
}

} // namespace representer
