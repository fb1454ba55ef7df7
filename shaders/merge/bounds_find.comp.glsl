// SPDX-License-Identifier: MIT
// Finds the place of each query in a sorted array: the first item that is not before the query or,
// with upper, the first that is after it.
// Grid: workgroups in one or two dimensions, which take tiles of GROUP_SIZE queries in turn. Reads:
// Sorted, Queries, Count (the queries), SegmentCount (the items). Writes: Dst, Fault.
// CPU twin: sort.Search, see search_test.go.
#include "lib/grid.glsl"
#include "merge/sizes.glsl#fault"
#include <KEYS>

layout(local_size_x = GROUP_SIZE) in;
#include "merge/pivots.glsl"

void main()
{
    uint n = itemCount();
    uint items = secondCount();
    uint group = workgroupIndex();
    if (group == 0u && gl_LocalInvocationIndex == 0u) checkCounts();
    loadPivots(items);
    uint tiles = n / GROUP_SIZE + min(n % GROUP_SIZE, 1u);
    for (uint tile = group; tile < tiles; tile += gl_NumWorkGroups.x * gl_NumWorkGroups.y) {
        uint i = tile * GROUP_SIZE + gl_LocalInvocationIndex;
        if (i >= n) break;
        putPlace(i, placeOf(LOAD_SOURCE(queries, queries_at, i), items));
    }
}
