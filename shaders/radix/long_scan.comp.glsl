// SPDX-License-Identifier: MIT
// Scans the windows' numbers of long items (radix/window.glsl#table), in place, and writes their
// sum behind them, and the workgroups of the dispatches that follow.
// Grid: one workgroup. Reads and writes: Table. CPU twin: segment_test.go.
#include "lib/item.glsl#sum"
#include "lib/group.glsl#scan"
#include "radix/window.glsl#table"

layout(local_size_x = GROUP_SIZE) in;
uniform uint tile_0;  // the items of a workgroup of each dispatch
uniform uint tile_1;
uniform uint tile_2;

void putGroups(uint triple, uint items, uint tile)
{
    table[table_at + 4u * triple] = items / tile + min(items % tile, 1u);
    table[table_at + 4u * triple + 1u] = 1u;
    table[table_at + 4u * triple + 2u] = 1u;
}

void main()
{
    uint sum = 0u;
    for (uint first = 0u; first < windows; first += TILE_SIZE) {
        uint at = first + threadIndex() * ITEMS_PER_THREAD;
        uint v[ITEMS_PER_THREAD];
        uint mine = 0u;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            v[k] = at + k < windows ? table[wordLong(at + k)] : 0u;
            mine += v[k];
        }
        uint total;
        uint before = sum + groupExclusive(mine, total);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (at + k < windows) table[wordLong(at + k)] = before;
            before += v[k];
        }
        sum += total;
    }
    if (threadIndex() == 0u) {
        table[wordLong(windows)] = sum;
        putGroups(0u, sum, tile_0);
        putGroups(1u, sum, tile_1);
        putGroups(2u, sum, tile_2);
    }
}
