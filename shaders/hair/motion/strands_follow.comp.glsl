// SPDX-License-Identifier: MIT
// Moves each strand as its guide moved. A segment turns as the guide turned there, and is drawn
// towards the place at the offset from the guide that the point has in the style, turned likewise.
// The places alone run backwards where a guide bends sharply, and a strand through them folds. A
// walk from the root makes lengths exact and keeps points out of the head.
// Grid: one invocation a strand. Reads: Strands, Rest, GuideRest, GuidePoints, Solid, Params,
// Count. Reads and writes: Points, whose widths stay. CPU twin: follow in
// hair/motion/twin_follow.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/motion/solid.glsl#solid"
#include "hair/motion/outside.glsl"

layout(local_size_x = GROUP_SIZE) in;
// Where a strand's points begin and end, and those of its guide. A guide's own strand has the same
// number twice there.
layout(std430, binding = BIND_STRANDS) readonly buffer Strands { uvec4 strands[]; };
layout(std430, binding = BIND_REST) readonly buffer Rest { vec4 rest[]; };  // as in strands_step.comp.glsl
layout(std430, binding = BIND_GUIDEREST) readonly buffer GuideRest { vec4 guide_rest[]; };
layout(std430, binding = BIND_GUIDEPOINTS) readonly buffer GuidePoints { vec4 guide_points[]; };
layout(std430, binding = BIND_POINTS) buffer Points { vec4 points[]; };
uniform uint points_at;

// The rotation of least angle that takes one direction to another, as a quaternion.
vec4 turnOf(vec3 from, vec3 to)
{
    vec4 q = vec4(cross(from, to), 1.0 + dot(from, to));
    float l = length(q);
    return l > OPPOSITE ? q / l : vec4(0.0, 0.0, 0.0, 1.0);
}

// How the guide turned at one of its points: from the mean direction of the segments beside the
// point in the style to the mean direction now.
vec4 turnAt(uint k, uint begin, uint end)
{
    vec3 was = vec3(0.0), is = vec3(0.0);
    if (k > begin) {
        was += direction(guide_rest[k].xyz - guide_rest[k - 1u].xyz);
        is += direction(guide_points[k].xyz - guide_points[k - 1u].xyz);
    }
    if (k + 1u < end) {
        was += direction(guide_rest[k + 1u].xyz - guide_rest[k].xyz);
        is += direction(guide_points[k + 1u].xyz - guide_points[k].xyz);
    }
    return turnOf(rotated(head_turn, direction(was)), direction(is));
}

void main()
{
    uint s = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (s >= itemCount()) return;
    uvec4 at = strands[s];
    if (at.z == at.w) {
        for (uint i = at.x; i < at.y; i++) points[points_at + i].xyz = guide_points[at.z + i - at.x].xyz;
        return;
    }
    vec3 p = rotated(head_turn, rest[at.x].xyz) + head_at.xyz;
    points[points_at + at.x].xyz = p;
    float stretched = guide_rest[at.z].w / max(rest[at.x].w, TINY);
    uint k = at.z;  // the guide's segment from k to k + 1
    vec4 turn_a = turnAt(k, at.z, at.w), turn_b = turnAt(k + 1u, at.z, at.w);
    float passed = 0.0, reached = 0.0;
    vec3 before = rest[at.x].xyz;
    for (uint i = at.x + 1u; i < at.y; i++) {
        float l = rest[i].w;
        reached += l;
        float want = reached * stretched;
        float here = guide_rest[k + 1u].w;
        while (k + 2u < at.w && passed + here < want) {
            passed += here;
            k++;
            here = guide_rest[k + 1u].w;
            turn_a = turn_b;
            turn_b = turnAt(k + 1u, at.z, at.w);
        }
        float t = clamp((want - passed) / max(here, TINY), 0.0, 1.0);
        vec3 off = rotated(head_turn, rest[i].xyz - mix(guide_rest[k].xyz, guide_rest[k + 1u].xyz, t));
        vec3 place = mix(guide_points[k].xyz, guide_points[k + 1u].xyz, t) + mix(rotated(turn_a, off), rotated(turn_b, off), t);
        vec3 along = rotated(head_turn, rest[i].xyz - before);
        before = rest[i].xyz;
        along = mix(rotated(turn_a, along), rotated(turn_b, along), t);
        vec3 d = direction(along + CATCH_UP * (place - p - along));
        float pushed = 0.0;
        p = outside(p, d, l, pushed);
        points[points_at + i].xyz = p;
    }
}
