// SPDX-License-Identifier: MIT
// compact_rows_chain for records that are all written, to two destinations or from both ends of
// one. A workgroup takes several tiles in turn. It loads the next while it waits for the prefix of
// the one before.
// Grid: at most as many workgroups as run at once, and at least one. Reads: what HOLD reads, Count.
// Writes: Dst, Others, Args, Fault. Both: Chain.
// CPU twin: the loop in split_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/group.glsl#reduce"
#include "lib/look_back.glsl#tiles"
#pragma optionNV(unroll all)
#include <ROWS>

layout(local_size_x = GROUP_SIZE) in;

#include "compact/look_back.glsl"

void main()
{
    uint tile = takeTile();
    uint n = itemCount();
    if (tile == 0u && threadIndex() == 0u) checkCount();
    uint tiles = max(tileCount(n), 1u);
    uint turn = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    uint held[ITEMS_PER_THREAD];
    if (tile < tiles) holdTile(tile * TILE_SIZE, rowsBegin(tile * TILE_SIZE), n, held);
    while (tile < tiles) {
        LaneMask kept[ITEMS_PER_THREAD];
        uint total;
        uint at = countRows(held, kept, total);
        publishAggregate(tile, total);
        uint next = tile + turn;
        uint ahead[ITEMS_PER_THREAD];
        if (next < tiles) holdTile(next * TILE_SIZE, rowsBegin(next * TILE_SIZE), n, ahead);
        uint base = prefixBefore(tile, total);
        putRows(tile * TILE_SIZE, at + base, held, kept);
        if (n - tile * TILE_SIZE <= TILE_SIZE && threadIndex() == 0u) writeFound(base + total);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = ahead[k];
        tile = next;
        sync();
    }
}
