// SPDX-License-Identifier: MIT
// Copies the points of the strands that a draft has, and their colours.
// Grid: one invocation a point of the draft. Reads: Sources, Points, Colors, Count. Writes:
// DraftPoints, DraftColors. CPU twin: draft_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SOURCES) readonly buffer Sources { uint sources[]; };
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_COLORS) readonly buffer Colors { uint colors[]; };
layout(std430, binding = BIND_DRAFTPOINTS) writeonly buffer DraftPoints { vec4 draft_points[]; };
layout(std430, binding = BIND_DRAFTCOLORS) writeonly buffer DraftColors { uint draft_colors[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    draft_points[i] = points[sources[i]];
    draft_colors[i] = colors[sources[i]];
}
