// SPDX-License-Identifier: MIT
// Copies count words. It runs at the speed of memory on every driver measured; glCopyBufferSubData
// does not. Benchmarks use it as the limit.
// Grid: one workgroup for each TILE_SIZE words, in one or two dimensions. Reads: Src, Count.
// Writes: Dst. CPU twin: copy().
#include "lib/grid.glsl"
#include "lib/fault.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint src_at;
uniform uint dst_at;

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    if (group == 0u && gl_LocalInvocationIndex == 0u) checkCount();
    if (n == 0u || group > (n - 1u) / TILE_SIZE) return;
    uint first = group * TILE_SIZE + gl_LocalInvocationIndex;
    uint word[ITEMS_PER_THREAD];
    // All loads first. Past the end the last word is read again: a branch would split the loads.
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) word[k] = src[src_at + min(first + k * GROUP_SIZE, n - 1u)];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = first + k * GROUP_SIZE;
        if (i < n) dst[dst_at + i] = word[k];
    }
}
