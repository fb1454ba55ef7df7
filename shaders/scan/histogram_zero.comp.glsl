// SPDX-License-Identifier: MIT
// Zeroes the DST_WORDS words that histogram_count adds to. glClearBufferData is not used: some
// drivers do not keep its order among uploads.
// Grid: one invocation a word, in one or two dimensions. Reads: nothing. Writes: Dst. CPU twin:
// clear().
#include "lib/grid.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i < DST_WORDS) dst[dst_at + i] = 0u;
}
