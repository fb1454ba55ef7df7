// SPDX-License-Identifier: MIT
// A set operation in one dispatch: each tile of the merged arrays is read once, and its results go
// to the place that look-back returns. The last tile writes their number.
// Grid: one workgroup a tile, and at least one. Reads: A, B, Count (of A), SegmentCount (of B),
// perhaps Splits. Writes: Dst, Number. Both: Chain.
// CPU twin: the loop in sets_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "merge/sizes.glsl#count"
#include "lib/group.glsl#scan"
#include "lib/group.glsl#reduce"
#include "lib/look_back.glsl#tiles"
#include <KEYS>
#include "merge/set.glsl"

layout(local_size_x = GROUP_SIZE) in;
#include <PUT>
layout(std430, binding = BIND_NUMBER) writeonly buffer Number { uint result_number; };
uniform uint room;  // of Dst; arrays that are not in order could have more results

uint tileItems(uint tile, out KEY v[ITEMS_PER_THREAD])
{
    uint na = itemCount();
    uint nb = secondCount();
    uint first = tile * TILE_SIZE;
    return setItems(uvec2(first, min(na + nb - first, TILE_SIZE) + first), na, nb, tile, v);
}

// The number of results of a tile, for the fallback.
uint tileAggregate(uint tile)
{
    KEY v[ITEMS_PER_THREAD];
    return groupTotal(uint(bitCount(tileItems(tile, v))));
}
#define IN_PLACE false
#include "lib/look_back.glsl#status"
#include "lib/look_back.glsl#counts"
#include "lib/look_back.glsl#look_back"

void main()
{
    uint tile = takeTile();
    uint n = itemCount() + secondCount();
    uint t = threadIndex();
    if (tile == 0u && t == 0u && n == 0u) result_number = 0u;
    if (tile < tileCount(n)) {
        KEY v[ITEMS_PER_THREAD];
        uint kept = tileItems(tile, v);
        uint total;
        uint to = groupExclusive(uint(bitCount(kept)), total);
        uint base = lookBack(tile, total);  // ends with a barrier
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if ((kept >> k & 1u) != 0u) {
                tile_keys[placeOf(to)] = v[k];
                to++;
            }
        }
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            KEY key = tileKey(i);
            if (i < total && base + i < room) putKey(base + i, key);
        }
        if (n - tile * TILE_SIZE <= TILE_SIZE && t == 0u) result_number = min(base + total, room);
    }
}
