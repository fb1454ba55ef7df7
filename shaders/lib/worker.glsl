// SPDX-License-Identifier: MIT
// The work of one worker of a reduce-then-scan kernel.

#part chunk
// The share of one worker: whole tiles, contiguous, spread as evenly as whole tiles go (Billeter et
// al. 2009, section 4.1). Workers past the last tile get an empty range.
uniform uint workers;

uint chunkBegin(uint worker, uint n)
{
    uint tiles = n / TILE_SIZE + min(n % TILE_SIZE, 1u);
    uint each = tiles / workers;
    uint rest = tiles % workers;
    uint tile = worker * each + min(worker, rest);
    // tile * TILE_SIZE can pass 2^32 only where tile == tiles, and there the range ends at n
    // anyway.
    return tile >= tiles ? n : tile * TILE_SIZE;
}

#part run
// For software renderers: each invocation is a worker, and its share of the items is a run that it
// takes one by one. Shared memory and barriers would cost a software renderer more than the items.
uniform uint workers;

uint workerIndex() { return workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex; }

// Where a worker's run begins. The first n % workers runs have one item more than the others.
uint runBegin(uint worker, uint n) { return worker * (n / workers) + min(worker, n % workers); }

#part spine
// The scan over the workers' totals. There are a few thousand at most, so each worker combines
// those before its own. That saves a dispatch for a kernel that scans them. Row r holds the totals
// of workers 0 to workers - 1.
#include "lib/group.glsl#scan"
layout(std430, binding = BIND_TOTALS) readonly buffer Totals { ITEM totals[]; };

// The totals of a row from worker 0 up to end, in order: each invocation takes a run.
ITEM totalsBefore(uint row, uint end)
{
    uint each = (end + GROUP_SIZE - 1u) / GROUP_SIZE;
    uint first = threadIndex() * each;
    ITEM sum = ITEM_IDENTITY;
    for (uint i = first; i < min(first + each, end); i++) {
        ITEM item = totals[row * workers + i];
        sum = combine(sum, item);
    }
    ITEM total;
    groupExclusive(sum, total);
    return total;
}

#part share
// shareReduce: combines a worker's share of the n items of itemAt. With CHUNKED the share is a
// chunk, else every workers-th tile. All workers then read one window of memory at a time: 64 MB
// take an H200 39 us, and 43 by chunks. With ORDERED the operator gets the items in order. Contains
// barriers.
#include "lib/worker.glsl#chunk"
#include "lib/group.glsl#reduce"

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
