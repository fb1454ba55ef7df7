// SPDX-License-Identifier: MIT
// Moves each drop by the pressure and the viscosity of its neighbours. Writes the records in the
// grid's order.
// Grid: one invocation a place of the grid. Reads: Motion, the grid. Writes: Dst. CPU twin:
// bench/fluid.go, moved.
#include "lib/grid.glsl"
#include "bench/fluid.glsl"
layout(std430, binding = BIND_MOTION) readonly buffer Motion { vec4 motion[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { vec4 dst[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= gridCount()) return;
    vec3 at = gridPlace(i);
    vec4 own = motion[i];
    vec3 force = vec3(0.0);
    forNeighbours(w, at, REACH) {
        vec4 other = motion[w.slot];
        float d = sqrt(w.distance2);
        float x = max(REACH - d, 0.0);
        float pressure = STIFFNESS * (own.w + other.w - 2.0);
        force -= w.apart * (0.5 * pressure * SPIKY_SCALE * x * x / (max(d, 1e-6) * other.w));
        force += (other.xyz - own.xyz) * (VISCOSITY * SPIKY_SCALE * x / other.w);
    }
    vec3 velocity = own.xyz + force * (STEP / own.w);
    at += velocity * STEP;
    velocity = mix(velocity, -velocity, notEqual(at, clamp(at, 0.0, SIDE)));
    dst[2u * i] = vec4(clamp(at, 0.0, SIDE), own.w);
    dst[2u * i + 1u] = vec4(velocity, 0.0);
}
