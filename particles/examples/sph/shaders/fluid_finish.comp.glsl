// SPDX-License-Identifier: MIT
// Writes the place, velocity and density of each record. Velocities blend with those of neighbours
// (XSPH: Schechter and Bridson, "Ghost SPH", 2012).
// Grid: one invocation a place of the grid. Reads: Now, Velocity, the grid. Writes: Place, Speed,
// by record.
// CPU twin: sph/main_test.go, finish.
#include "lib/grid.glsl"
#include "sph/fluid.glsl"
layout(std430, binding = BIND_NOW) readonly buffer Now { vec4 now[]; };
layout(std430, binding = BIND_VELOCITY) readonly buffer Velocity { vec4 velocity[]; };
layout(std430, binding = BIND_PLACE) writeonly buffer Place { vec4 place[]; };
layout(std430, binding = BIND_SPEED) writeonly buffer Speed { vec4 speed[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= gridCount()) return;
    vec3 at = now[i].xyz;
    vec3 own = velocity[i].xyz;
    vec3 slope;
    float density = walls(at, slope);
    vec3 drag = vec3(0.0);
    forCells(w, gridPlace(i), REACH) {
        vec3 apart = now[w.slot].xyz - at;
        float d2 = dot(apart, apart);
        if (d2 >= REACH * REACH) continue;
        float part = smooth6(d2);
        density += part;
        drag += part * (velocity[w.slot].xyz - own);
    }
    uint record = gridRecord(i);
    place[record] = vec4(at, density);
    speed[record] = vec4(own + VISCOSITY * drag, density);
}
