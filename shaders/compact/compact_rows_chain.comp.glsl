// SPDX-License-Identifier: MIT
// compact_chain without shared memory, for records that an invocation moves alone
// (compact/rows.glsl). More workgroups run at a time on an H200, and all loads of a tile are in
// flight together: 2^24 words, half of them kept, take 44 us, and 72 with compact_chain.
// Grid: one workgroup a tile, and at least one. Reads: what HOLD reads, Count. Writes: Dst, Args,
// Fault. Both: Chain.
// CPU twin: the loop in compact_test.go.
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
    if (tile < max(tileCount(n), 1u)) {
        uint begin = tile * TILE_SIZE;
        uint held[ITEMS_PER_THREAD];
        LaneMask kept[ITEMS_PER_THREAD];
        uint total;
        uint at = holdRows(begin, n, held, kept, total);
        uint base = lookBack(tile, total);
        putRows(begin, at + base, held, kept);
        if (n - begin <= TILE_SIZE && threadIndex() == 0u) writeFound(base + total);
    }
}
