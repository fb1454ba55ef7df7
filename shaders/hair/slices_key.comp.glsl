// SPDX-License-Identifier: MIT
// Computes the sort keys of things along a light: their slices.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/light.glsl#place"
#include "hair/shadow_slices.glsl#slice"

#part pieces
// Computes the sort key of each piece of a segment along a light: the slice of the piece's
// midpoint. Piece i is part i % pieces of segment i / pieces.
// Grid: one invocation a piece. Reads: Segments, Points, Count. Writes: Keys. CPU twin: sliceOf in
// shadow_slices_test.go.
layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SEGMENTS) readonly buffer Segments { uint segments[]; };
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };
uniform uint pieces;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint p = segmentPoint(segments[i / pieces]);
    vec3 middle = mix(points[p].xyz, points[p + 1u].xyz, (float(i % pieces) + 0.5) / float(pieces));
    keys[i] = sliceAt(hairDepth(dot(light_depth[light], vec4(middle, 1.0))));
}

#part places
// Computes the sort key of each place along a light: its slice.
// Grid: one invocation a place. Reads: Points, HeadPlaces, Count. Writes: Keys. CPU twin: sliceOf
// in shadow_slices_test.go.
#include "hair/reads.glsl#blocks"
#include "hair/places.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    keys[i] = sliceAt(hairDepth(dot(light_depth[light], vec4(placeAt(i), 1.0))));
}
