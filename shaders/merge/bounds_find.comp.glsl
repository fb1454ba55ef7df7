// SPDX-License-Identifier: MIT
// Finds the place of each query in a sorted array: the first item that is not before the query or,
// with upper, the first that is after it.
// Grid: one workgroup for each TILE_SIZE queries, in one or two dimensions. Reads: Sorted, Queries,
// Count (the queries), SegmentCount (the items). Writes: Dst, Fault.
// CPU twin: sort.Search, see search_test.go.
#include "lib/grid.glsl"
#include "merge/sizes.glsl#fault"
#include <KEYS>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SORTED) readonly buffer Sorted { KEY_STORED sorted[]; };
layout(std430, binding = BIND_QUERIES) readonly buffer Queries { KEY_STORED queries[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint sorted_at;
uniform uint queries_at;
uniform uint dst_at;
uniform uint upper;

// Whether the place of the query is behind item i.
bool isBehind(uint i, KEY query)
{
    KEY item = LOAD_KEY(sorted, sorted_at, i);
    if (upper != 0u) return !before(query, item);
    return before(item, query);
}

void main()
{
    uint n = itemCount();
    uint items = secondCount();
    uint group = workgroupIndex();
    if (group == 0u && gl_LocalInvocationIndex == 0u) checkCounts();
    if (group > n / TILE_SIZE || n == 0u) return;
    uint first = group * TILE_SIZE + gl_LocalInvocationIndex;

    // The queries of an invocation take the same steps, so that ITEMS_PER_THREAD loads are in
    // flight. Past the end the last query is searched again.
    KEY query[ITEMS_PER_THREAD];
    uint base[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        query[k] = LOAD_KEY(queries, queries_at, min(first + k * GROUP_SIZE, n - 1u));
        base[k] = 0u;
    }
    uint left = items;
    while (left > 1u) {
        uint half_left = left / 2u;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (isBehind(base[k] + half_left - 1u, query[k])) base[k] += half_left;
        }
        left -= half_left;
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (left == 1u && isBehind(base[k], query[k])) base[k]++;
        if (first + k * GROUP_SIZE < n) dst[dst_at + first + k * GROUP_SIZE] = base[k];
    }
}
