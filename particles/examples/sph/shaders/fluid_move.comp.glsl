// SPDX-License-Identifier: MIT
// Moves each particle by the pressure of its own and of its neighbours, and writes its velocity
// since the beginning of the step, in the grid's order.
// Grid: one invocation a place of the grid. Reads: Now, Press, Records, the grid. Writes: Next,
// Velocity.
// CPU twin: sph/main_test.go, move.
#include "lib/grid.glsl"
#include "sph/fluid.glsl"
layout(std430, binding = BIND_NOW) readonly buffer Now { vec4 now[]; };
layout(std430, binding = BIND_PRESS) readonly buffer Press { float press[]; };
layout(std430, binding = BIND_RECORDS) readonly buffer Records { vec4 records[]; };
layout(std430, binding = BIND_NEXT) writeonly buffer Next { vec4 next[]; };
layout(std430, binding = BIND_VELOCITY) writeonly buffer Velocity { vec4 velocity[]; };
uniform uint records_at;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= gridCount()) return;
    vec3 at = now[i].xyz;
    float mine = press[i];
    vec3 slope;
    walls(at, slope);
    vec3 push = -2.0 * mine * slope;
    forCells(w, gridPlace(i), REACH) {
        vec3 apart = now[w.slot].xyz - at;
        float d2 = dot(apart, apart);
        if (d2 < REACH * REACH) push -= (mine + press[w.slot]) * gradient(apart, d2);
    }
    // Moves at most a part of the reach at once, so that strongly compressed fluid expands over
    // several steps.
    push *= min(1.0, 0.1 * REACH / max(length(push), 1e-9));
    at = inTank(at + push);
    next[i] = vec4(at, 0.0);
    velocity[i] = vec4((at - records[records_at + 3u * gridRecord(i)].xyz) / STEP, 0.0);
}
