// SPDX-License-Identifier: MIT
// Sets all points to their places in the style, at rest.
// Grid: one invocation a point. Reads: Rest, Params, Count. Writes: Velocities. Reads and writes:
// Points, whose widths stay. CPU twin: atRest in hair/motion/twin.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/motion/solid.glsl#turn"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_REST) readonly buffer Rest { vec4 rest[]; };
layout(std430, binding = BIND_POINTS) buffer Points { vec4 points[]; };
layout(std430, binding = BIND_VELOCITIES) writeonly buffer Velocities { vec4 velocities[]; };
uniform uint points_at;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    points[points_at + i].xyz = rotated(head_turn, rest[i].xyz) + head_at.xyz;
    velocities[i] = vec4(0.0);
}
