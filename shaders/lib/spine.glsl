// SPDX-License-Identifier: MIT
// The scan over the workers' totals. There are a few hundred at most, so each worker adds up those before its own
// instead of waiting for a kernel that scans them: a launch less. Needs lib/op_add_uint.glsl as the operator.
#include "lib/group_reduce.glsl"
layout(std430, binding = BIND_TOTALS) readonly buffer Totals { uint totals[]; };

uint totalsBefore(uint worker)
{
    uint sum = 0u;
    for (uint i = threadIndex(); i < worker; i += GROUP_SIZE) sum += totals[i];
    return groupReduce(sum);
}
