// SPDX-License-Identifier: MIT
// Stores the position of each living particle beside those of earlier steps: TRAIL_POINTS entries
// a slot, written in turn. An entry also holds the particle's ID plus 1, which identifies the
// positions of the slot's former particles. Writes the arguments to draw ribbons: six vertices for
// each pair of consecutive positions.
// Grid: one workgroup a worker. Reads: State, Src, Index. Writes: Trails, Args.
// CPU twin: trails_test.go.
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
