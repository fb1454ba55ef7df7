// SPDX-License-Identifier: MIT
// compact_move without shared memory, for records that an invocation moves alone
// (compact/rows.glsl).
// Grid: one workgroup a worker. Reads: what HOLD reads, Totals, Count. Writes: Dst, Args, Fault.
// CPU twin: the loop in compact_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#chunk"
#include "lib/worker.glsl#spine"
#pragma optionNV(unroll all)
#include <ROWS>

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    if (worker == 0u && threadIndex() == 0u) checkCount();

    uint base = totalsBefore(0u, worker);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        uint held[ITEMS_PER_THREAD];
        LaneMask kept[ITEMS_PER_THREAD];
        uint total;
        uint at = holdRows(tile, n, held, kept, total);
        putRows(tile, base + at, held, kept);
        base += total;
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
    if (worker == workers - 1u && threadIndex() == 0u) writeFound(base);
}
