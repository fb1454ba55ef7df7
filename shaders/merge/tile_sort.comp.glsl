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
#include <SOURCE>
layout(std430, binding = BIND_SRC) readonly buffer Src { SOURCE_STORED src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { KEY_STORED dst[]; };
uniform uint src_at;
uniform uint dst_at;
uniform uint drops_keys;

void putKey(uint i, KEY key)
{
    if (drops_keys == 0u) { STORE_KEY(dst, dst_at, i, key); }
}
#pragma optionNV(unroll all)
#include "merge/tile.glsl#merge"
#include <PAYLOAD>

// Loads the tile from item first on, coalesced, and then the run of each invocation.
void loadTile(uint first, uint items, out KEY v[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) v[k] = LOAD_SOURCE(src, src_at, first + min(k * GROUP_SIZE + threadIndex(), items - 1u));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) tile_keys[placeOf(k * GROUP_SIZE + threadIndex())] = v[k];
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) v[k] = tileKey(threadIndex() * ITEMS_PER_THREAD + k);
}

// Writes the items of each invocation to its run of the tile, in place of those that are there.
void putRun(KEY v[ITEMS_PER_THREAD], uint p[ITEMS_PER_THREAD])
{
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) tile_keys[placeOf(threadIndex() * ITEMS_PER_THREAD + k)] = v[k];
    keepPayload(p);
    sync();
}

// Orders items k and k + 1, if both are among the first. Selects, and no branch around the swap:
// Mesa's softpipe loses swaps of array elements in a branch.
void orderPair(uint k, uint items, inout KEY v[ITEMS_PER_THREAD], inout uint p[ITEMS_PER_THREAD])
{
    KEY a = v[k];
    KEY b = v[k + 1u];
    uint p_a = p[k];
    uint p_b = p[k + 1u];
    bool swaps = k + 1u < items && before(b, a);
    if (swaps) v[k] = b; else v[k] = a;
    if (swaps) v[k + 1u] = a; else v[k + 1u] = b;
    p[k] = swaps ? p_b : p_a;
    p[k + 1u] = swaps ? p_a : p_b;
}

// Sorts the first of an invocation's items by odd-even transposition, which is stable: only
// neighbours change places, and equal ones do not. The inner loops have constant bounds and steps
// of 1, so that NVIDIA's compiler unrolls them and keeps the arrays in registers: 2^20 keys take an
// H200 103 us, and 119 with steps of 2.
void sortRun(uint items, inout KEY v[ITEMS_PER_THREAD], inout uint p[ITEMS_PER_THREAD])
{
    for (uint turn = 0u; turn < ITEMS_PER_THREAD; turn += 2u) {
        for (uint k = 0u; k < ITEMS_PER_THREAD / 2u; k++) orderPair(2u * k, items, v, p);
        for (uint k = 1u; k < (ITEMS_PER_THREAD + 1u) / 2u; k++) orderPair(2u * k - 1u, items, v, p);
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
    uint own = threadIndex() * ITEMS_PER_THREAD;
    KEY v[ITEMS_PER_THREAD];
    uint p[ITEMS_PER_THREAD];
    loadTile(first, items, v);
    loadPayload(first, items, p);

    sortRun(max(items, own) - own, v, p);
    putRun(v, p);
    for (uint run = ITEMS_PER_THREAD; run < items; run *= 2u) {
        uint pair = threadIndex() & ~(2u * run / ITEMS_PER_THREAD - 1u);  // runs are of 2^r invocations
        uint a = min(pair * ITEMS_PER_THREAD, items);
        uint b = min(a + run, items);
        uint end = min(b + run, items);
        uint from[ITEMS_PER_THREAD];
        uint bits;
        mergeInTile(a, b, end, min(own, end) - a, v, from, bits);
        orderPayload(from, p);
        putRun(v, p);
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {  // neighbours write neighbours
        uint i = k * GROUP_SIZE + threadIndex();
        if (i < items) putKey(first + i, tileKey(i));
    }
    storePayload(first, items, p);
}
