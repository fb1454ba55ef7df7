// SPDX-License-Identifier: MIT
// A step of particles in the naive form. Every invocation updates or creates one particle. One that
// lives takes a place with atomicAdd and writes its sort key there. The order is lost.
// Grid: one invocation for each particle of the capacity. Reads: Src. Writes: Dst, Pairs, Counts of
// the other side, which were 0. CPU twin: jobs_particles.go, moved.
#include "lib/grid.glsl"
#include <RECORD>
#include "bench/particles_counts.glsl"
uniform uint wanted;
uniform uint step_number;
struct Birth { uint id; };
const float dt = STEP_SECONDS;
#include <INIT>
#include <UPDATE>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { Particle src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { Particle dst[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint before = alive[side];
    uint born = min(wanted, room - before);
    if (i == 0u) next_id[1u - side] = next_id[side] + born;
    if (i >= before + born) return;
    Particle p;
    if (i < before) {
        p = src[i];
    } else {
        p.id = next_id[side] + i - before;
        init(p, Birth(p.id));
    }
    if (!update(p)) return;
    uint to = atomicAdd(alive[1u - side], 1u);
    dst[to] = p;
    float depth = clamp((FARTHEST - p.position.x) / FARTHEST_TO_NEAREST, 0.0, 1.0);
    pairs[to] = uvec2(uint(depth * 65535.0), to);
}
