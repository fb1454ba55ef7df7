// SPDX-License-Identifier: MIT
// Lists the points of the strands below a rank, or with segments = 1 their segments without flags,
// for software renderers. Strands come nearly in the given order. Neighbours in the list then read
// and write neighbours in a light's volume, which is larger than the processor's caches.
// Grid: one invocation a strand. Reads: Order, First, Points, Count. Writes: List, Listed.
// CPU twin: none; reads_test.go compares the light with that of kernels without lists.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/segment.glsl"
#include "hair/width.glsl"
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint order[]; };
layout(std430, binding = BIND_FIRST) readonly buffer First { uint first[]; };
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_LIST) writeonly buffer List { uint list[]; };
layout(std430, binding = BIND_LISTED) buffer Listed { uint listed; };

layout(local_size_x = GROUP_SIZE) in;
uniform uint ordered;  // 0: in their own order
uniform uint segments;
uniform uint below;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint strand = ordered != 0u ? order[i] : i;
    uint begin = first[strand];
    uint end = first[strand + 1u] - segments;
    if ((floatBitsToUint(points[begin].w) & RANK_MASK) >= below) return;
    uint at = atomicAdd(listed, end - begin);
    for (uint p = begin; p < end; p++, at++) list[at] = segments != 0u ? p << SEGMENT_FLAGS : p;
}
