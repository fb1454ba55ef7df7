// SPDX-License-Identifier: MIT
// compact_chain without shared memory, for records that an invocation moves alone: a subgroup has a run of the tile, row by row,
// so that its lanes read neighbours and what they keep becomes neighbours. Of an H200's multiprocessors more workgroups run at
// a time so, and all loads of a tile are under way at once: 2^24 words, half of them kept, take 44 us, where compact_chain takes 72.
// Grid: at least one workgroup a tile, and one. Reads: what HOLD reads, Count. Writes: Dst, Args, Fault. Both: Chain.
// CPU twin: the loop in compact_test.go.
#include "lib/item_sum.glsl"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/group_scan.glsl"
#include "lib/group_reduce.glsl"
#include "compact/args.glsl"
#include "lib/tiles.glsl"
#pragma optionNV(unroll all)

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;
#include <HOLD>

bool isKept(uint i) { return hold(i) != 0u; }
#include "compact/join_tiles.glsl"

void main()
{
    uint tile = takeTile();
    uint n = itemCount();
    if (tile == 0u && threadIndex() == 0u) checkCount();
    if (tile < max(tileCount(n), 1u)) {
        uint begin = tile * TILE_SIZE;
        uint first = begin + subgroupIndex() * ITEMS_PER_THREAD * LANE_COUNT + laneIndex();
        uint held[ITEMS_PER_THREAD];  // 0: not kept
        holdTile(begin, first, n, held);
        LaneMask kept[ITEMS_PER_THREAD];
        uint sum = 0u;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            kept[k] = laneBallot(held[k] != 0u);
            sum += maskCount(kept[k]);
        }
        uint total;
        uint at = subgroupsBefore(sum, total);
        uint base = joinTiles(tile, total);
        uint end = CLAMPED != 0 ? room : 0xFFFFFFFFu;
        at += base;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint to = at + maskCount(kept[k] & lanesBelow());
            if (held[k] != 0u) {
                if (CLAMPED == 0 || to < end) putHeld(to, first + k * LANE_COUNT, held[k]);
            }
            at += maskCount(kept[k]);
        }
        if (n - begin <= TILE_SIZE && threadIndex() == 0u) writeFound(base + total);
    }
}
