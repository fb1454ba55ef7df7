// SPDX-License-Identifier: MIT
// compact_rows_move for a partition into two classes: it also moves the records that are not kept,
// behind all kept ones.
// Grid: one workgroup a worker. Reads: what HOLD reads, Totals, Count. Writes: Dst, Args, Fault.
// CPU twin: the loop in compact_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#chunk"
#include "lib/worker.glsl#spine"
#pragma optionNV(unroll all)
#include "compact/rows.glsl#rows"
#include "compact/rows.glsl#classes"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    if (worker == 0u && threadIndex() == 0u) checkCount();

    bool alone = count_max <= TILE_SIZE;  // no kernel has counted: the tile holds all records
    uint base = alone ? 0u : totalsBefore(0u, worker);
    uint all = alone ? 0u : totalsBefore(0u, workers);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        uint held[ITEMS_PER_THREAD];
        LaneMask kept[ITEMS_PER_THREAD];
        uint total;
        uint at = holdRows(tile, n, held, kept, total);
        if (alone) all = total;
        putClasses(tile, n, base + at, all, held, kept);
        base += total;
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
    if (worker == workers - 1u && threadIndex() == 0u) finishClasses(all, n);
}
