// SPDX-License-Identifier: MIT
// Partitions into two classes in one dispatch, for no more tiles than run at once. It is
// compact_rows_chain, which also moves the records that are not kept. Their place is known when all
// records are counted, so each tile waits for the prefix of the last. A workgroup that has polled
// too often counts the tiles behind its own itself.
// Grid: one workgroup a tile, and at least one. Reads: what HOLD reads, Count. Writes: Dst, Args,
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

#define WAIT_POLLS (16u * chain_spins)  // counting the tiles behind is far slower than counting one
shared uint waited_kept;
shared uint waited_state;

// The number of kept records in all tiles. end is that up to the end of this tile. Contains
// barriers.
uint keptInAll(uint tile, uint last, uint end)
{
    if (threadIndex() == 0u) {
        uint kept = end;
        uint state = tile == last ? TILE_INCLUSIVE_PREFIX : readItem(last, kept);
        for (uint polls = 0u; state != TILE_INCLUSIVE_PREFIX && polls < WAIT_POLLS; polls++) state = readItem(last, kept);
        waited_kept = kept;
        waited_state = state;
    }
    sync();
    if (waited_state == TILE_INCLUSIVE_PREFIX) return waited_kept;
    for (uint other = tile + 1u; other <= last; other++) end += tileAggregate(other);
    return end;
}

void main()
{
    uint tile = takeTile();
    uint n = itemCount();
    if (tile == 0u && threadIndex() == 0u) checkCount();
    uint tiles = max(tileCount(n), 1u);
    if (tile < tiles) {
        uint begin = tile * TILE_SIZE;
        uint held[ITEMS_PER_THREAD];
        LaneMask kept[ITEMS_PER_THREAD];
        uint total;
        uint at = holdRows(begin, n, held, kept, total);
        publishAggregate(tile, total);
        uint base;
        uint after;
        uint all;
        if (lookAtAll(tile, tiles, base, after)) {
            all = base + total + after;
        } else {
            base = prefixByLooks(tile, total);
            all = keptInAll(tile, tiles - 1u, base + total);
        }
        putClasses(begin, n, at + base, all, held, kept);
        if (tile == tiles - 1u && threadIndex() == 0u) finishClasses(all, n);
    }
}
