// SPDX-License-Identifier: MIT
// Writes the number of segments of each kept strand.
// Grid: one invocation a strand of the model. Reads: Strands, First, Count. Writes: Lengths.
// CPU twin: detail_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_STRANDS) readonly buffer Strands { uint strands[]; };
layout(std430, binding = BIND_FIRST) readonly buffer First { uint first[]; };
layout(std430, binding = BIND_LENGTHS) writeonly buffer Lengths { uint lengths[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint s = strands[i];
    lengths[i] = first[s + 1u] - first[s] - 1u;
}
