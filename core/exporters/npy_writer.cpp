#include "core/exporters/npy_writer.h"

#include <bit>

namespace representer {

namespace {

static_assert(std::endian::native == std::endian::little, "the bytes below are written as they lie in memory");

std::string withHeader(const std::string& shape, const double* values, std::size_t count)
{
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
    // Magic, version, length and header together fill a multiple of 64 bytes; the header ends with a line break.
    const std::size_t unpadded = 10 + header.size() + 1;
    header.append((64 - unpadded % 64) % 64, ' ');
    header += '\n';
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(header.size() & 0xff);
    bytes += static_cast<char>(header.size() >> 8);
    bytes += header;
    bytes.append(reinterpret_cast<const char*>(values), count * sizeof(double));
    return bytes;
}

} // namespace

std::string npyBytes(const Vector& vector)
{
    return withHeader("(" + std::to_string(vector.size()) + ",)", vector.data(), static_cast<std::size_t>(vector.size()));
}

std::string npyBytes(const RowMatrix& matrix)
{
    return withHeader("(" + std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols()) + ")", matrix.data(),
                      static_cast<std::size_t>(matrix.size()));
}

} // namespace representer
