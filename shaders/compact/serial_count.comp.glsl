// SPDX-License-Identifier: MIT
// Counts the records of each class with votes in each worker's run: row v of the counts
// (compact/serial.glsl).
// Grid: one invocation a worker. Reads: what classOf reads, Count. Writes: Counts, Fault.
// CPU twin: the loop in compact_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#run"
#include <KEEP>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_COUNTS) writeonly buffer Counts { uint counts[]; };

void main()
{
    uint worker = workerIndex();
    uint n = itemCount();
    if (worker == 0u) checkCount();
    uint voted[VOTES];
    for (uint v = 0u; v < VOTES; v++) voted[v] = 0u;
    uint end = runBegin(worker + 1u, n);
    for (uint i = runBegin(worker, n); i < end; i++) {
        uint c = classOf(i);
        for (uint v = 0u; v < VOTES; v++) voted[v] += c == v ? 1u : 0u;
    }
    for (uint v = 0u; v < VOTES; v++) counts[v * workers + worker] = voted[v];
}
