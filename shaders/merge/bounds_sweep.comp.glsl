// SPDX-License-Identifier: MIT
// bounds_find for many queries. A workgroup orders the queries of its tile by the part of the array
// in which their places are, and searches for GROUP_SIZE of them at a time. So all workgroups sweep
// over the array at about the same time, and few of its memory pages are in use at once.
// Grid: workgroups in one or two dimensions, which take tiles of TILE_SIZE queries in turn. Reads:
// Sorted, Queries, Count (the queries), SegmentCount (the items). Writes: Dst, Fault.
// CPU twin: sort.Search, see search_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/group.glsl#scan"
#include "merge/sizes.glsl#fault"
#include <KEYS>

layout(local_size_x = GROUP_SIZE) in;
#include "merge/pivots.glsl"

shared uint bins[BINS];  // of the queries of a part
shared uint in_order[TILE_SIZE / 2u];  // indices of queries in the tile, two in a word

// Orders the queries from `first` on by parts, those of one part in any order. Contains barriers.
void orderTile(uint first, uint here, uint items)
{
    uint t = threadIndex();
    uint steps = min(levels, BIN_LEVELS);
    for (uint i = t; i < BINS; i += GROUP_SIZE) bins[i] = 0u;
    for (uint i = t; i < TILE_SIZE / 2u; i += GROUP_SIZE) in_order[i] = 0u;
    sync();
    uint part[ITEMS_PER_THREAD];
    uint rank[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = min(k * GROUP_SIZE + t, here - 1u);
        part[k] = partsBefore(LOAD_SOURCE(queries, queries_at, first + i), items, steps);
        rank[k] = 0u;
        if (k * GROUP_SIZE + t < here) rank[k] = atomicAdd(bins[part[k]], 1u);
    }
    sync();
    uint sum = 0u;
    for (uint i = 0u; i < BINS; i += GROUP_SIZE) {
        uint total;
        uint before = groupExclusive(i + t < BINS ? bins[min(i + t, BINS - 1u)] : 0u, total);
        if (i + t < BINS) bins[i + t] = sum + before;
        sum += total;
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + t;
        uint to = bins[part[k]] + rank[k];
        if (i < here) atomicOr(in_order[to / 2u], i << (to % 2u * 16u));
    }
    sync();
}

void main()
{
    uint n = itemCount();
    uint items = secondCount();
    uint group = workgroupIndex();
    if (group == 0u && threadIndex() == 0u) checkCounts();
    loadPivots(items);
    uint tiles = n / TILE_SIZE + min(n % TILE_SIZE, 1u);
    for (uint tile = group; tile < tiles; tile += gl_NumWorkGroups.x * gl_NumWorkGroups.y) {
        uint first = tile * TILE_SIZE;
        uint here = min(n - first, TILE_SIZE);
        orderTile(first, here, items);
        for (uint at = threadIndex(); at < here; at += GROUP_SIZE) {
            uint i = first + (in_order[at / 2u] >> (at % 2u * 16u) & 0xFFFFu);
            putPlace(i, placeOf(LOAD_SOURCE(queries, queries_at, i), items));
        }
        sync();
    }
}
