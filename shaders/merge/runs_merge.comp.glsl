// SPDX-License-Identifier: MIT
// A pass of the merge sort: merges neighbouring sorted runs of `run` items, two and two, by merge
// path. Where there is no second run it copies.
// Grid: one workgroup for each TILE_SIZE items, in one or two dimensions; run is a multiple of
// TILE_SIZE. Reads: Src, Count, the payload. Writes: Dst, its payload.
// CPU twin: slices.SortStableFunc, see sort_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include <KEYS>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { KEY_STORED src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { KEY_STORED dst[]; };
uniform uint src_at;
uniform uint dst_at;
uniform uint run;
uniform uint drops_keys;

uint run_a;  // where the two runs begin
uint run_b;

uint indexOf(bool of_a, uint i) { return (of_a ? run_a : run_b) + i; }
KEY itemOf(bool of_a, uint i) { return LOAD_KEY(src, src_at, indexOf(of_a, i)); }
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
    run_a = first - first % (2u * run);
    uint na = min(run, n - run_a);
    run_b = run_a + na;
    uint nb = min(run, n - run_b);
    uint d = first - run_a;
    mergeTile(uvec2(d, min(na + nb - d, TILE_SIZE) + d), na, nb, first);
}
