// SPDX-License-Identifier: MIT
// A pass of the merge sort: merges neighbouring sorted runs of `run` items, two and two, by merge
// path. Where there is no second run it copies.
// Grid: one workgroup for each TILE_SIZE items, in one or two dimensions; run is a multiple of
// TILE_SIZE. Reads: Src, Count, the payload, perhaps the splits in Dst. Writes: Dst, its payload.
// CPU twin: slices.SortStableFunc, see sort_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include <KEYS>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { KEY_STORED dst[]; };
uniform uint dst_at;
uniform uint drops_keys;

#include "merge/runs.glsl"
void putKey(uint i, KEY key)
{
    if (drops_keys == 0u) { STORE_KEY(dst, dst_at, i, key); }
}
#include "merge/path.glsl#merge"

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    if (group > n / TILE_SIZE) return;
    uint first = group * TILE_SIZE;
    if (first >= n) return;
    uvec2 items = findRuns(group, TILE_SIZE, n);
    uint d = first - run_a;
    mergeTile(uvec2(d, min(items.x + items.y - d, TILE_SIZE) + d), items.x, items.y, group);
}
