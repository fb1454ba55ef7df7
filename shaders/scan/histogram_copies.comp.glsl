// SPDX-License-Identifier: MIT
// Adds up the copies of a histogram's bins, modulo 2^32, and clears them for the next call.
// Grid: one invocation a word of Dst. Reads and writes: Totals. Writes: Dst.
// CPU twin: the loop in histogram_test.go.
#include "lib/grid.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
layout(std430, binding = BIND_TOTALS) buffer Totals { uint totals[]; };
uniform uint dst_at;
uniform uint copies;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= DST_WORDS) return;
    uint sum = 0u;
    for (uint c = 0u; c < copies; c++) {
        sum += totals[c * DST_WORDS + i];
        totals[c * DST_WORDS + i] = 0u;
    }
    dst[dst_at + i] = sum;
}
