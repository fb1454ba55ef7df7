// SPDX-License-Identifier: MIT
// 1 for each tile with hair, 0 for the others and after the last. A scan makes slots of the flags.
// Grid: one invocation a tile, and one. Reads: Begins, Count. Writes: Flags.
// CPU twin: shadow_volume_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_BEGINS) readonly buffer Begins { uint begins[]; };
layout(std430, binding = BIND_FLAGS) writeonly buffer Flags { uint flags[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint n = itemCount();
    if (i <= n) flags[i] = i < n && begins[i] != 0u ? 1u : 0u;
}
