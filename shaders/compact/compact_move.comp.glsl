// SPDX-License-Identifier: MIT
// Walks each worker's chunk again and moves its records, in order, behind those of the same class
// in the workers before (Billeter et al. 2009, third step). The last worker writes the arguments.
// Grid: one workgroup a worker. Reads: what movedWord and classOf read, Totals, Count. Writes: Dst,
// Args, Fault.
// CPU twin: the loop in compact_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#chunk"
#include "lib/worker.glsl#spine"
#include <KEEP>
#include <MOVE>

layout(local_size_x = GROUP_SIZE) in;

// The place of the next record of each class: after the classes before, and after the same class of
// the workers before.
void beginClasses(uint worker, uint n, out uint base[CLASSES])
{
    for (uint c = 0u; c < CLASSES; c++) base[c] = 0u;
    if (isAlone()) return;
    base[0] = totalsBefore(0u, worker);
    uint rest = chunkBegin(worker, n) - base[0];
    uint begin = 0u;
    for (uint c = 1u; c < CLASSES; c++) {
        uint before = c < VOTES ? totalsBefore(c, worker) : rest;
        rest -= before;
        begin += totalsBefore(c - 1u, workers);
        base[c] = begin + before;
    }
}

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    if (worker == 0u && threadIndex() == 0u) checkCount();

    uint base[CLASSES];
    beginClasses(worker, n, base);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        uint voted = voteTile(tile, end);
        moveTile(tile, end, voted, base);
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
    if (worker == workers - 1u && threadIndex() == 0u) finish(n, base);
}
