// SPDX-License-Identifier: MIT
// Scans each worker's chunk, from the totals of the workers before it. With o for combine, dst[i] =
// src[0] o ... o src[i-1], and o src[i] if inclusive is 1. A segment's scan begins at its head. dst
// may be src.
#include <OPERATOR>
#include <ITEM>
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#chunk"
#include "lib/worker.glsl#spine"
#include <HEADS>
#include "lib/group.glsl#scan"
#include <TILE>

layout(local_size_x = GROUP_SIZE) in;

#part plain
// A scan of items or of segments.
// Grid: one workgroup a worker. Reads: Src, Totals, Count, Heads. Writes: Dst.
// CPU twin: the loop in scan_test.go.
void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    if (worker == 0u && threadIndex() == 0u) {
        checkCount();
        checkHeads();
    }
    sinkBegin(worker);
    if (worker >= workers) return;  // it only wrote results of empty segments

    ITEM carry = totalsBefore(0u, worker);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        ITEM v[ITEMS_PER_THREAD];
        ITEM total;
        ITEM before = tileItems(tile, end, v, total);
        putTile(tile, end, n, combine(carry, before), v);
        carry = combine(carry, total);
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
}

#part ends
// A scan that begins with the item Start, and writes the result of all items to Total.
// Grid: one workgroup a worker. Reads: Src, Totals, Count, Start. Writes: Dst, Total.
// CPU twin: the loop in ends_test.go.
void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    if (worker == 0u && threadIndex() == 0u) {
        checkCount();
        checkHeads();
    }

    ITEM carry = combine(itemOf(startValue(), false), totalsBefore(0u, worker));
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        ITEM v[ITEMS_PER_THREAD];
        ITEM total;
        ITEM before = tileItems(tile, end, v, total);
        putTile(tile, end, n, combine(carry, before), v);
        carry = combine(carry, total);
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
    // The chunk of the last worker ends at n, even if it has no items.
    if (worker + 1u == workers && threadIndex() == 0u) putTotal(valueOf(carry));
}
