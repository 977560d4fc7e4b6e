#pragma once

#include "core/importers/byte_source.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// A NumPy array. Whatever type, byte order and memory order the file has, values are doubles in C order.
struct NpyArray {
    std::vector<std::int64_t> shape; // empty: a single number
    std::vector<double> values;
    bool whole = false; // the file held whole numbers or truth values
};

// .npy versions 1-3; f4 f8, i1 i2 i4 i8, u1 u2 u4 u8, b1, little and big endian, C and Fortran order.
NpyArray parseNpy(std::string_view bytes, const std::string& file);
NpyArray readNpy(const std::filesystem::path& path, const UnpackLimits& limits = {});
// All arrays of an .npz, by name without ".npy".
std::map<std::string, NpyArray> readNpz(const std::filesystem::path& path, const UnpackLimits& limits = {});

} // namespace representer
