// SPDX-License-Identifier: MIT
// The naive compaction that one writes first: every invocation that keeps its item takes a place with atomicAdd.
// Not stable, and all invocations queue at one counter. Measured beside compact; not for use.
// Grid: one invocation an item. Reads: Src, Count. Writes: Dst, Kept. CPU twin: a loop with append, as a set.
#include "lib/grid.glsl"
#include "lib/count.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
layout(std430, binding = BIND_KEPT) buffer Kept { uint kept_count; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint v = src[i];
    if (v != 0u) dst[atomicAdd(kept_count, 1u)] = v;
}
