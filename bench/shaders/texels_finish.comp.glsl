// SPDX-License-Identifier: MIT
// The last step of rungs that end in a texture: reduces its last texels, one an invocation, into a
// buffer. If a mean is over more texels than there are items, weight converts it to a sum first.
// Grid: one workgroup. Reads: texels. Writes: Dst. CPU twin: the loop in oracle_test.go.
#include "lib/operator.glsl#combine"
#include "bench/tree.glsl#sequential"
#include <FINISH>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { RESULT dst[]; };
uniform sampler2D texels;
uniform uint side;
uniform uint level;
uniform uint weight;
uniform uint divisor;

void main()
{
    uint t = gl_LocalInvocationIndex;
    VALUE v = VALUE_IDENTITY;
    if (t < side * side) v = VALUE(texelFetch(texels, ivec2(t % side, t / side), int(level)));
    v = treeReduce(t, v);
    if (t == 0u) dst[0] = resultOf(v) * float(weight) / float(divisor);
}
