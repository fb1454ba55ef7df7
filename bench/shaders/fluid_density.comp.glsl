// SPDX-License-Identifier: MIT
// Sums up the density around each drop.
// Grid: one invocation a place of the grid. Reads: Src, the grid. Writes: Motion, in the grid's
// order. CPU twin: bench/fluid.go, density.
#include "lib/grid.glsl"
#include "bench/fluid.glsl"
layout(std430, binding = BIND_SRC) readonly buffer Src { vec4 src[]; };
layout(std430, binding = BIND_MOTION) writeonly buffer Motion { vec4 motion[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= gridCount()) return;
    float density = 0.0;
    forNeighbours(w, gridPlace(i), REACH) density += smooth6(w.distance2);
    motion[i] = vec4(src[2u * gridRecord(i) + 1u].xyz, density);
}
