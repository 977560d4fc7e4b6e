#pragma once

#include "core/trainers/rating_problem.h"

#include <cstdint>
#include <vector>

namespace representer {

// The entries of one side of a problem in the order in which their factor rows are worked through: runs of
// one entity's entries, grouped into tiles. Within a tile the rows of the other side are few enough to stay
// in the near cache of a core while all entities pass over them.
struct EntryRuns {
    struct Run {
        std::int32_t entity = 0;
        std::int32_t begin = 0; // places in the lists below
        std::int32_t end = 0;
    };
    std::vector<Run> runs;
    std::vector<std::int64_t> tiles; // first run of each tile, and the number of runs
    std::vector<std::int32_t> other; // the other side's entity of each place
    std::vector<std::int32_t> entry; // its position in the problem's by-user order
};

// Rows of the other side are taken in the order of their number of entries, `rowsPerTile` to a tile; the
// rarest, which have a twentieth of the entries between them, share the last one.
EntryRuns tiledRuns(const RatingProblem::Group& group, const RatingProblem::Group& otherGroup,
                    std::int64_t rowsPerTile);

} // namespace representer
