// SPDX-License-Identifier: MIT
// Converts the results of reduce_atomic to floats, and resets its words for the next run.
// Grid: one invocation a channel. Reads: Best. Writes: Dst, Best. CPU twin: none, a conversion.
#include "lib/operator.glsl#arithmetic"

layout(local_size_x = CHANNELS) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
layout(std430, binding = BIND_BEST) buffer Best { uint best[]; };

void main()
{
    uint c = gl_LocalInvocationIndex;
    dst[c] = floatBitsOfKey(best[c]);
    best[c] = KEY_NOTHING;
}
