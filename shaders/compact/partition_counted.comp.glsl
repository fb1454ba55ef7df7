// SPDX-License-Identifier: MIT
// Partitions into two classes in one dispatch, for any number of tiles. The first workgroups count
// a tile each. The others move a tile each, the last tile first: it was counted last, so the L2
// cache has it. A workgroup that moves adds up the counts of all tiles. Where it has polled too
// often for one, it counts that tile itself.
// Grid: two workgroups a tile, and at least two. Reads: what HOLD reads, Count. Writes: Dst, Args,
// Fault. Both: Chain.
// CPU twin: the loop in compact_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/group.glsl#reduce"
#include "lib/look_back.glsl#tiles"
#pragma optionNV(unroll all)
#include "compact/rows.glsl#rows"
#include "compact/rows.glsl#classes"

layout(local_size_x = GROUP_SIZE) in;

#include "compact/look_back.glsl"
#include "compact/count_again.glsl"

#define AT_ONCE 4u  // counts that an invocation has in flight

uint partAggregate(uint tile) { return tileAggregate(tile); }

// The number of kept records before a tile and in all tiles, where they have published their
// counts. Contains barriers.
void sumCounts(uint tile, uint tiles, out uint before, out uint all)
{
    uint below = 0u;
    uint sum = 0u;
    bool missing = false;
    for (uint first = threadIndex(); first < tiles; first += AT_ONCE * GROUP_SIZE) {
        uint words[AT_ONCE];
        for (uint e = 0u; e < AT_ONCE; e++) words[e] = chain[statusPlace(min(first + e * GROUP_SIZE, tiles - 1u))];
        for (uint e = 0u; e < AT_ONCE; e++) {
            uint other = first + e * GROUP_SIZE;
            for (uint polls = 0u; words[e] == CHAIN_EMPTY && polls < chain_spins; polls++) words[e] = chain[statusPlace(min(other, tiles - 1u))];
            missing = missing || words[e] == CHAIN_EMPTY;
            uint kept = other < tiles ? chainCount(words[e]) : 0u;
            below += other < tile ? kept : 0u;
            sum += kept;
        }
    }
    if (missing) counts_missing = 1u;
    before = groupTotal(below);
    all = groupTotal(sum);
    if (counts_missing != 0u) countAgain(tile, tiles, before, all);
}

void main()
{
    uint group = takeTile();
    uint n = itemCount();
    if (threadIndex() == 0u) {
        counts_missing = 0u;
        if (group == 0u) checkCount();
    }
    uint tiles = max(tileCount(n), 1u);
    if (group >= 2u * tiles) return;
    bool moves = group >= tiles;
    uint tile = moves ? 2u * tiles - 1u - group : group;
    uint begin = tile * TILE_SIZE;
    uint held[ITEMS_PER_THREAD];
    LaneMask kept[ITEMS_PER_THREAD];
    uint total;
    uint at = holdRows(begin, n, held, kept, total);  // contains a barrier
    if (!moves) {
        if (threadIndex() == 0u && !chainIsSilent(tile)) publishItem(tile, total, false);
        return;
    }
    uint before;
    uint all;
    sumCounts(tile, tiles, before, all);
    putClasses(begin, n, before + at, all, held, kept);
    if (tile == tiles - 1u && threadIndex() == 0u) finishClasses(all, n);
}
