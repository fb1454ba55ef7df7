// SPDX-License-Identifier: MIT
// Keeps where each of the living is, beside where it was in the steps before: TRAIL_POINTS places for each slot, in turn,
// each with its particle's number and 1, by which the places of who had the slot before are told apart. Then the arguments
// to draw ribbons: six vertices for each two places that follow each other.
// Grid: one workgroup a worker. Reads: State, Src, Index. Writes: Trails, Args. CPU twin: trails_test.go.
#include "lib/grid.glsl"
#include "particles/state.glsl"
#include <RECORD>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { ParticlePart src[]; };
layout(std430, binding = BIND_TRAILS) writeonly buffer Trails { uvec4 trails[]; };
layout(std430, binding = BIND_ARGS) writeonly buffer Args { uint trail_args[4]; };
layout(std430, binding = BIND_INDEX) readonly buffer Index { uint index[]; };

void main()
{
    uint n = alive[1u - side];
    uint first = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (first == 0u) {
        trail_args[0] = n * 6u * (TRAIL_POINTS - 1u);
        trail_args[1] = 1u;
    }
    for (uint q = first; q < n; q += gl_NumWorkGroups.x * gl_NumWorkGroups.y * GROUP_SIZE) {
        uint slot = index[(1u - side) * indexHalf() + q];
        Particle p = LOAD_PARTICLE(src, slot);
        uvec3 place = floatBitsToUint(PLACE);
        trails[slot * TRAIL_POINTS + step_number % TRAIL_POINTS] = uvec4(place, idOf(p, q) + 1u);
    }
}
