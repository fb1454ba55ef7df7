// SPDX-License-Identifier: MIT
// Finds the light that each marked point sends to the eye. Fragments lie between points that are
// near each other, so the light between them is nearly linear. One evaluation a point replaces one
// a fragment. After Tafuri, "Strand-based Hair Rendering in Frostbite", SIGGRAPH 2019 courses.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/sync.glsl"
#include "hair/hair_light.glsl"
#include "hair/packed.glsl#tint"
#include <READS>
#include "hair/packed.glsl#lit"
#include "hair/packed.glsl#shaded"

layout(local_size_x = GROUP_SIZE) in;
readsWords(Segments, segments, BIND_SEGMENTS, UNIT_SEGMENTS)
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)
readsWords(Colors, colors, BIND_COLORS, UNIT_COLORS)
readsWords(Marks, marks, BIND_MARKS, UNIT_MARKS)
layout(std430, binding = BIND_SHADED) writeonly buffer Shaded { uvec2 shaded[]; };
uniform uint number;
#include "hair/tangent.glsl"

#part expanded
// A workgroup first lists the marked points of its segments, so that the light of all of them is
// found side by side. An invocation that found the light of a strand's last two points would let
// others wait, as would points without a mark.
// Grid: one invocation for SHADE_ITEMS segments of the strands that the level of detail keeps. It
// lists the first point of each, and both points of a strand's last segment. Reads: Segments,
// Points, Colors, Lit, Marks, Count. Writes: Shaded.
// CPU twin: shading_points_test.go compares with light found for each fragment.
const uint FAR_END = 0x80000000u;  // of the segment; its number lies below

shared uint listed;
shared uint list[2u * SHADE_ITEMS * GROUP_SIZE];

void main()
{
    uint first = workgroupIndex() * SHADE_ITEMS * GROUP_SIZE + gl_LocalInvocationIndex;
    uint n = itemCount();
    if (gl_LocalInvocationIndex == 0u) listed = 0u;
    sync();
    for (uint k = 0u; k < SHADE_ITEMS; k++) {
        uint i = first + k * GROUP_SIZE;
        if (i >= n) break;
        uint segment = wordAt(segments, i);
        uint q = segmentPoint(segment);
        if (wordAt(marks, q) == number) list[atomicAdd(listed, 1u)] = i;
        if ((segment & SEGMENT_LAST) != 0u && wordAt(marks, q + 1u) == number) list[atomicAdd(listed, 1u)] = i | FAR_END;
    }
    sync();
    for (uint k = gl_LocalInvocationIndex; k < listed; k += GROUP_SIZE) {
        bool far_end = (list[k] & FAR_END) != 0u;
        uint segment = wordAt(segments, list[k] & ~FAR_END);
        uint q = segmentPoint(segment) + (far_end ? 1u : 0u);
        vec3 light = hairLight(vectorAt(points, q).xyz, tangentAt(segment, far_end), tintOf(wordAt(colors, q)), litAt(q), hairOpennessAt(q));
        shaded[q] = shadedWord(light, opacityOf(wordAt(colors, q)));
    }
}

#part kept
// For software renderers, where points without a mark would take as long as those with one.
// Grid: one invocation a segment that the cull kept, in the order of the model. It does the
// segment's first point, and its second one unless the next invocation does. Reads: Segments,
// Points, Colors, Lit, Count. Writes: Shaded.
// CPU twin: shading_points_test.go compares with the marks.
void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint n = itemCount();
    if (i >= n) return;
    uint segment = wordAt(segments, i);
    uint q = segmentPoint(segment);
    uint next = i + 1u < n ? segmentPoint(wordAt(segments, i + 1u)) : q;
    uint ends = next == q + 1u ? 1u : 2u;
    uint k = 0u;
    do {
        vec3 light = hairLight(vectorAt(points, q).xyz, tangentAt(segment, k == 1u), tintOf(wordAt(colors, q)), litAt(q), hairOpennessAt(q));
        shaded[q] = shadedWord(light, opacityOf(wordAt(colors, q)));
        q++;
        k++;
    } while (k < ends);
}
