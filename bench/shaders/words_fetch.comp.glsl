// SPDX-License-Identifier: MIT
// Reads memory with almost no arithmetic: the sum of each worker's share. It loads FETCH, which is
// uint, uvec2 or uvec4, ITEMS_PER_THREAD of them in flight at once. Neighbours load neighbours.
// Grid: one workgroup a worker. Reads: Src, Count, in loads. Writes: Dst, one a worker.
// CPU twin: sums in limits_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/worker.glsl#chunk"
#include "lib/group.glsl#reduce"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { FETCH src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint src_at;
uniform uint dst_at;

uint sumOf(uint v) { return v; }
uint sumOf(uvec2 v) { return v.x + v.y; }
uint sumOf(uvec4 v) { return v.x + v.y + v.z + v.w; }

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint begin = chunkBegin(worker, n);
    uint end = chunkBegin(worker + 1u, n);
    uint whole = (end - begin) / TILE_SIZE;
    uint i = begin + threadIndex();
    uint sum = 0u;
    for (uint tile = 0u; tile < whole; tile++) {
        FETCH v[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) v[k] = src[src_at + i + k * GROUP_SIZE];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) sum += sumOf(v[k]);
        i += TILE_SIZE;
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (i < end) sum += sumOf(src[src_at + i]);
        i += GROUP_SIZE;
    }
    sum = groupReduce(sum);
    if (threadIndex() == 0u) dst[dst_at + worker] = sum;
}
