// SPDX-License-Identifier: MIT
// Sorts each tile: an invocation sorts a run in registers, and rounds of merge path in shared
// memory join the runs. Both are stable.
// Grid: one workgroup for each TILE_SIZE items, in one or two dimensions. Reads: Src, Count, the
// payload. Writes: Dst, its payload, Fault. Dst may be Src.
// CPU twin: slices.SortStableFunc, see sort_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include <KEYS>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { KEY_STORED src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { KEY_STORED dst[]; };
uniform uint src_at;
uniform uint dst_at;
uniform uint drops_keys;

void putKey(uint i, KEY key)
{
    if (drops_keys == 0u) { STORE_KEY(dst, dst_at, i, key); }
}
#include "merge/tile.glsl#branched"
#include <PAYLOAD>

// Writes the items of each invocation to its run of the tile, in place of those that are there.
void putRun(KEY v[ITEMS_PER_THREAD], uint from[ITEMS_PER_THREAD])
{
    uint p[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) p[k] = tilePayload(from[k]);
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = threadIndex() * ITEMS_PER_THREAD + k;
        tile_keys[placeOf(i)] = v[k];
        setTilePayload(i, p[k]);
    }
    sync();
}

// Writes the first items of the tile to Dst from item `to` on. Neighbours write neighbours.
void storeTile(uint to, uint items)
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i >= items) break;
        KEY key = tileKey(i);
        putKey(to + i, key);
        putPayload(to + i, tilePayload(i));
    }
}

// Loads the tile from item first on, coalesced.
void loadTile(uint first, uint items)
{
    KEY v[ITEMS_PER_THREAD];
    uint p[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = first + min(k * GROUP_SIZE + threadIndex(), items - 1u);
        v[k] = LOAD_KEY(src, src_at, i);
        p[k] = payloadOf(i);
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        tile_keys[placeOf(i)] = v[k];
        setTilePayload(i, p[k]);
    }
    sync();
}

// Orders items k and k + 1, if both are among the first. Selects, and no branch around the swap:
// Mesa's softpipe loses swaps of array elements in a branch.
void orderPair(uint k, uint items, inout KEY v[ITEMS_PER_THREAD], inout uint from[ITEMS_PER_THREAD])
{
    KEY a = v[k];
    KEY b = v[k + 1u];
    uint from_a = from[k];
    uint from_b = from[k + 1u];
    bool swaps = k + 1u < items && before(b, a);
    if (swaps) v[k] = b; else v[k] = a;
    if (swaps) v[k + 1u] = a; else v[k + 1u] = b;
    from[k] = swaps ? from_b : from_a;
    from[k + 1u] = swaps ? from_a : from_b;
}

// Sorts the first of an invocation's items by odd-even transposition, which is stable: only
// neighbours change places, and equal ones do not. The inner loops have constant bounds and steps
// of 1, so that NVIDIA's compiler unrolls them and keeps the arrays in registers: 2^20 keys take an
// H200 103 us, and 119 with steps of 2.
void sortRun(uint items, inout KEY v[ITEMS_PER_THREAD], inout uint from[ITEMS_PER_THREAD])
{
    for (uint turn = 0u; turn < ITEMS_PER_THREAD; turn += 2u) {
        for (uint k = 0u; k < ITEMS_PER_THREAD / 2u; k++) orderPair(2u * k, items, v, from);
        for (uint k = 1u; k < (ITEMS_PER_THREAD + 1u) / 2u; k++) orderPair(2u * k - 1u, items, v, from);
    }
}

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    if (group == 0u && threadIndex() == 0u) checkCount();
    if (group > n / TILE_SIZE) return;
    uint first = group * TILE_SIZE;
    if (first >= n) return;
    uint items = min(n - first, TILE_SIZE);
    loadTile(first, items);

    uint own = threadIndex() * ITEMS_PER_THREAD;
    KEY v[ITEMS_PER_THREAD];
    uint from[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        v[k] = tileKey(own + k);
        from[k] = own + k;
    }
    sortRun(max(items, own) - own, v, from);
    putRun(v, from);
    for (uint run = ITEMS_PER_THREAD; run < items; run *= 2u) {
        uint a = min(own - own % (2u * run), items);
        uint na = min(run, items - a);
        uint nb = min(run, items - a - na);
        mergeInTile(a, na, a + na, nb, min(own - min(own, a), na + nb), v, from);
        putRun(v, from);
    }
    storeTile(first, items);
}
