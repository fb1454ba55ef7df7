// SPDX-License-Identifier: MIT
// Moves each worker's records to their places, in order, one by one (compact/serial.glsl). The last
// worker writes the arguments.
// Grid: one invocation a worker. Reads: what take and put read, Totals (places by now), Count.
// Writes: Dst, Args, Fault. CPU twin: the loop in compact_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#run"
#include <ARGS>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_TOTALS) readonly buffer Totals { uint totals[]; };
#include <DST>
#include <TAKE>

void main()
{
    uint worker = workerIndex();
    uint n = itemCount();
    uint begin = runBegin(worker, n);
    uint end = runBegin(worker + 1u, n);
    // The next place of each class. The last one has no votes: its records follow all others.
    uint next[CLASSES];
    uint voted = 0u;  // in the runs before
    for (uint v = 0u; v < VOTES; v++) {
        next[v] = totals[v * workers + worker];
        voted += next[v] - totals[v * workers];
    }
    if (CLASSES > VOTES) next[CLASSES - 1u] = totals[VOTES * workers] + begin - voted;

    for (uint i = begin; i < end; i++) {
        uint word;
        uint c = min(take(i, word), VOTES);
        uint to = 0u;
        for (uint k = 0u; k < CLASSES; k++) {
            if (k != c) continue;
            to = next[k];
            next[k]++;
        }
        if (c < CLASSES && (CLAMPED == 0 || to < room)) put(to, i, word);
    }
    if (worker != workers - 1u) return;
    uint kept = writeFound(next[0]);
    for (uint v = 1u; v < CLASSES; v++) class_counts[v] = next[v] - next[v - 1u];
    putEnd(kept, n);
}
