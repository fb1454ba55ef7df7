// SPDX-License-Identifier: MIT
// Takes time without memory bandwidth: one invocation steps a random number generator `turns`
// times, each step after the one before.
// Grid: one workgroup. Reads: nothing. Writes: Dst, a word. CPU twin: turned in hold_test.go.
layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;
uniform uint turns;

void main()
{
    if (gl_LocalInvocationIndex > 0u) return;
    uint x = 1u;
    for (uint i = 0u; i < turns; i++) x = x * 1664525u + 1013904223u;
    dst[dst_at] = x;
}
