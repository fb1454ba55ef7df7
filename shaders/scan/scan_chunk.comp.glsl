// SPDX-License-Identifier: MIT
// Scans each worker's chunk, on from the totals of the workers before it: dst[i] = src[0] o ... o src[i-1], and o src[i]
// when inclusive is 1, where o is combine; from the last head on, where there are segments. dst may be src.
// Grid: one workgroup a worker. Reads: Src, Totals, Count, Heads. Writes: Dst. CPU twin: the loop in scan_test.go.
#include <OPERATOR>
#include <ITEM>
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/chunk.glsl"
#include "lib/spine.glsl"
#include <SOURCE>
#include <HEADS>
#include <SINK>

layout(local_size_x = GROUP_SIZE) in;
uniform uint inclusive;

// One tile, with padding after every 32 values so that both ways of walking it spread over the banks.
shared VALUE staged[TILE_SIZE + TILE_SIZE / 32u];
uint padded(uint i) { return i + i / 32u; }

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    if (worker == 0u && t == 0u) {
        checkCount();
        checkHeads();
    }
    sinkBegin(worker);

    ITEM carry = totalsBefore(0u, worker);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        tileBegin(tile, end);
        // Loads first, so that ITEMS_PER_THREAD of them are under way at once.
        VALUE loaded[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            loaded[k] = VALUE_IDENTITY;
            if (i < end - tile) loaded[k] = valueAt(tile + i);
        }
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) staged[padded(k * GROUP_SIZE + t)] = loaded[k];
        sync();
        ITEM v[ITEMS_PER_THREAD];
        ITEM sum = ITEM_IDENTITY;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = t * ITEMS_PER_THREAD + k;
            v[k] = ITEM_IDENTITY;
            if (i < end - tile) v[k] = itemOf(staged[padded(i)], isHead(tile, i));
            sum = combine(sum, v[k]);
        }
        ITEM total;
        ITEM before = combine(carry, groupExclusive(sum, total));
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint at = padded(t * ITEMS_PER_THREAD + k);
            ITEM after = combine(before, v[k]);
            if (inclusive != 0u) staged[at] = valueOf(after);
            else staged[at] = exclusiveOf(before, v[k]);
            before = after;
        }
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            if (i < end - tile) putScanned(tile, i, n, staged[padded(i)]);
        }
        carry = combine(carry, total);
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
}
