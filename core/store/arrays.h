#pragma once

#include "core/base/matrix_types.h"
#include "core/base/task_context.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace representer {

class Workspace;

// Named typed arrays of one owner (a dataset, a model, a preparation), kept as BLOB chunks: a slice of a long
// array reads only its chunks, nothing is parsed, and each array carries a checksum that whole reads verify.
// Empty lists are not stored; reading an absent name gives an empty list. Writing needs an open
// WriteTransaction. Failures of SQLite leave as SQLite::Exception: the stores name in guarded() what was
// being done.
class ArrayBundle {
public:
    ArrayBundle(const Workspace& workspace, std::int64_t id) : m_workspace(&workspace), m_id(id) {}
    static ArrayBundle create(const Workspace& workspace);

    std::int64_t id() const { return m_id; }

    // Elements are u8, i32, i64, f32 or f64.
    template<class T>
    void write(std::string_view name, std::span<const T> values, const TaskContext& context = {}) const
    {
        if (!values.empty())
            writeBytes(name, typeName<T>(), sizeof(T), std::as_bytes(values), std::ssize(values), 1, context);
    }
    template<class T>
    void write(std::string_view name, const std::vector<T>& values, const TaskContext& context = {}) const
    {
        write(name, std::span<const T>(values), context);
    }
    void writeMatrix(std::string_view name, const RowMatrix& values, const TaskContext& context = {}) const;
    void writeVector(std::string_view name, const Vector& values, const TaskContext& context = {}) const;
    // All strings joined (<name>) and where each ends (<name>/ends).
    void writeStrings(std::string_view name, const std::vector<std::string>& values,
                      const TaskContext& context = {}) const;

    bool contains(std::string_view name) const;
    std::vector<std::string> names() const; // ascending
    // Number of elements; 0 when absent.
    std::int64_t length(std::string_view name) const;

    template<class T>
    std::vector<T> read(std::string_view name, const TaskContext& context = {}) const
    {
        std::vector<T> values(static_cast<std::size_t>(length(name)));
        readInto<T>(name, values, context);
        return values;
    }
    // `out` must have exactly the stored length.
    template<class T>
    void readInto(std::string_view name, std::span<T> out, const TaskContext& context = {}) const
    {
        readBytes(name, typeName<T>(), sizeof(T), std::as_writable_bytes(out), context);
    }
    RowMatrix readMatrix(std::string_view name, const TaskContext& context = {}) const;
    Vector readVector(std::string_view name, const TaskContext& context = {}) const;
    std::vector<std::string> readStrings(std::string_view name, const TaskContext& context = {}) const;

    // out.size() elements from `first` on; only the chunks they lie in are read.
    template<class T>
    void slice(std::string_view name, std::int64_t first, std::span<T> out) const
    {
        sliceBytes(name, typeName<T>(), sizeof(T), first, std::as_writable_bytes(out));
    }
    std::string stringAt(std::string_view name, std::int64_t index) const; // empty when the list is absent

    // Compares every array of the bundle with its checksum; names of those that differ.
    std::vector<std::string> damaged() const;

    // Chunks read through this object so far: what tests of partial reading count.
    std::int64_t chunksRead() const { return m_chunksRead; }

private:
    template<class T>
    static constexpr std::string_view typeName()
    {
        if constexpr (std::is_same_v<T, std::uint8_t> || std::is_same_v<T, char>)
            return "u8";
        else if constexpr (std::is_same_v<T, std::int32_t>)
            return "i32";
        else if constexpr (std::is_same_v<T, std::int64_t>)
            return "i64";
        else if constexpr (std::is_same_v<T, float>)
            return "f32";
        else {
            static_assert(std::is_same_v<T, double>, "no stored type for this element");
            return "f64";
        }
    }
    struct Stored {
        std::int64_t id = 0;
        std::string type;
        std::int64_t rows = 0;
        std::int64_t columns = 0;
        std::int64_t chunkLength = 1;
        std::int64_t checksum = 0;
        std::int64_t length() const { return rows * columns; }
    };
    Stored find(std::string_view name) const; // id 0 when absent
    void writeBytes(std::string_view name, std::string_view type, std::size_t elementSize,
                    std::span<const std::byte> bytes, std::int64_t rows, std::int64_t columns,
                    const TaskContext& context) const;
    void readBytes(std::string_view name, std::string_view type, std::size_t elementSize,
                   std::span<std::byte> out, const TaskContext& context) const;
    void sliceBytes(std::string_view name, std::string_view type, std::size_t elementSize, std::int64_t first,
                    std::span<std::byte> out) const;

    const Workspace* m_workspace;
    std::int64_t m_id;
    mutable std::int64_t m_chunksRead = 0;
};

} // namespace representer
