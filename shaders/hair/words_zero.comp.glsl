// SPDX-License-Identifier: MIT
// Zeroes n words.
// Grid: one invocation for each 4 words. Reads: Count. Writes: Dst. CPU twin: none needed.
#include "lib/grid.glsl"
#include "lib/count.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };

void main()
{
    uint first = workgroupIndex() * GROUP_SIZE * 4u + gl_LocalInvocationIndex;
    uint n = itemCount();
    for (uint k = 0u; k < 4u; k++) {
        uint i = first + k * GROUP_SIZE;
        if (i < n) dst[i] = 0u;
    }
}
