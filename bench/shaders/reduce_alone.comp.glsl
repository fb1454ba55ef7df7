// SPDX-License-Identifier: MIT
// One workgroup for all items. Each invocation takes every GROUP_SIZE-th item, then the first one
// adds up the results.
// Grid: one workgroup. Reads: Src. Writes: Dst. CPU twin: the loop in oracle_test.go.
#include "lib/operator.glsl#combine"
#include "lib/sync.glsl"
#include "bench/ladder_items.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { VALUE dst[]; };
uniform uint divisor;

shared VALUE found[GROUP_SIZE];

void main()
{
    uint t = gl_LocalInvocationIndex;
    VALUE sum = VALUE_IDENTITY;
    for (uint i = t; i < item_count; i += GROUP_SIZE) sum = combine(sum, itemAt(i));
    found[t] = sum;
    sync();
    if (t == 0u) {
        VALUE all = found[0];
        for (uint g = 1u; g < GROUP_SIZE; g++) all = combine(all, found[g]);
        dst[0] = all / float(divisor);
    }
}
