#pragma once

#include <cstdint>
#include <functional>

namespace representer {

// Limits the worker threads of this process (0: one per core). Returns the number in force.
int setThreadLimit(int threads);
int threadLimit();

// Calls body(begin, end) over blocks that cover 0..count. Blocks are cut by `grain` alone, never by the number
// of threads, so that sums kept per block and added in block order are the same on any machine.
// An exception in a body (Cancelled included) stops the loop and is rethrown here.
void parallelBlocks(std::int64_t count, std::int64_t grain,
                    const std::function<void(std::int64_t begin, std::int64_t end)>& body);

} // namespace representer
