// SPDX-License-Identifier: MIT
// One pass of the step-wise scan (Hillis and Steele 1986; Horn 2005, section 36.1): adds to each
// word the word `reach` before it. After passes of 1, 2, 4, ... each word is an inclusive sum.
// Grid: one invocation a word, in one or two dimensions. Reads: From, Count. Writes: To.
// CPU twin: a loop; classic_test.go checks the whole scan.
#include "lib/grid.glsl"
#include "lib/count.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_FROM) readonly buffer From { uint from[]; };
layout(std430, binding = BIND_TO) writeonly buffer To { uint to[]; };
uniform uint reach;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint sum = from[i];
    if (i >= reach) sum += from[i - reach];
    to[i] = sum;
}
