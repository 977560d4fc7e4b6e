#pragma once

#include "core/base/matrix_types.h"
#include "core/models/loss.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace representer {

// One side of a factorisation as a file says it. The matrix may still stand transposed.
struct FactorTable {
    std::string file;             // for messages
    RowMatrix values;             // one row per user or item
    std::vector<std::string> ids; // of the rows, or empty: in the dataset's order
    bool counted = false; // ids are positions counted from 0, which may or may not be the dataset's ids
    Vector biases;        // one per row, or empty
};

// A state of the training, for TracIn.
struct FactorCheckpointFiles {
    int epoch = 0;
    std::optional<double> rate; // learning rate in force, when the files say
    FactorTable users;
    FactorTable items;
};

// User and item factors as files say them, before they are fitted to a dataset.
struct FactorFiles {
    std::string source; // "NumPy arrays", "table", "LIBMF model", "exported model"
    FactorTable users;
    FactorTable items;
    std::optional<double> mean;    // the constant in every prediction, when the files say
    std::optional<double> penalty; // l2 penalty mu; 0: the files say that there is none
    Loss loss = Loss::Squared;
    double negatives = 0;       // weight of unobserved pairs
    bool trainingUnits = false; // an export of this program: in training units for sure
    std::vector<FactorCheckpointFiles> checkpoints; // by epoch
};

// A table of numbers; the first column may hold ids, the first line names of the columns.
FactorTable parseFactorTable(std::string_view text, const std::string& file);
// A text model of LIBMF: lines f, m, n, k, b, then p0 T ..., q0 T ... (F: never seen in training, zeros
// here).
FactorFiles parseLibmfModel(std::string_view text, const std::string& file);

// One of: a folder with user_factors and item_factors (.npy or .csv); an .npz; a LIBMF model; two files,
// users first, optionally followed by user biases and item biases. Read as well when they stand beside the
// factors: <name>_ids.txt or user_ids.txt and item_ids.txt, user_biases.npy and item_biases.npy, model.json,
// and a folder checkpoints with a folder per epoch (named by its number) that holds user_factors and item_factors
// of that time and, optionally, the learning rate in rate.txt.
FactorFiles readFactorFiles(const std::vector<std::filesystem::path>& files);

} // namespace representer
