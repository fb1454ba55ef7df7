// SPDX-License-Identifier: MIT
// Computes the pressure that restores the density at rest: lambda of Macklin and Mueller, "Position
// Based Fluids", 2013, without tension. In the grid's order.
// Grid: one invocation a place of the grid. Reads: Now, the grid. Writes: Press. CPU twin:
// sph/main_test.go, press.
#include "lib/grid.glsl"
#include "sph/fluid.glsl"
layout(std430, binding = BIND_NOW) readonly buffer Now { vec4 now[]; };
layout(std430, binding = BIND_PRESS) writeonly buffer Press { float press[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= gridCount()) return;
    vec3 at = now[i].xyz;
    vec3 own;
    float density = walls(at, own);
    float others = 0.0;
    forCells(w, gridPlace(i), REACH) {
        vec3 apart = now[w.slot].xyz - at;
        float d2 = dot(apart, apart);
        if (d2 >= REACH * REACH) continue;
        density += smooth6(d2);
        vec3 g = gradient(apart, d2);
        own += g;
        others += dot(g, g);
    }
    press[i] = max(density - 1.0, 0.0) / (others + dot(own, own) + RELAX);
}
