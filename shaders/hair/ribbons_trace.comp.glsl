// SPDX-License-Identifier: MIT
// Adds the ribbons of all segments to a light's map: what drawing them with light_add.frag.glsl does, without the
// graphics pipeline, whose groups of four fragments are mostly beside so thin ribbons, and of which some GPUs have little.
// add(texel, tau, depth) is what a way of shadow keeps. Two triangles a segment, as they are drawn; of the texels on an
// edge that two share one has each. Behind the light nothing is added.
// Grid: one invocation a segment. Reads: Points, Segments, Colors, Count, the way's. Writes: the way's.
// CPU twin: trace_test.go, against what is drawn.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/light_corner.glsl"
#include "hair/tau.glsl"
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_SEGMENTS) readonly buffer Segments { uint segments[]; };
layout(std430, binding = BIND_COLORS) readonly buffer Colors { uint colors[]; };
#include "hair/tangent.glsl"
#include <ADD>

layout(local_size_x = GROUP_SIZE) in;

// Where a row crosses the edge between two corners; each row crosses two edges of a triangle, or none.
void cross(vec2 p, vec2 q, float row, inout vec2 span)
{
    vec2 low = p.y < q.y ? p : q;
    vec2 high = p.y < q.y ? q : p;
    if (row < low.y || row >= high.y) return;
    float x = low.x + (row - low.y) * ((high.x - low.x) / (high.y - low.y));
    span = vec2(min(span.x, x), max(span.y, x));
}

// The first whole number whose middle is not below x.
int firstFrom(float x) { return int(ceil(clamp(x, 0.0, lights.z) - 0.5)); }

void traceTriangle(vec2 p[3], vec4 a, vec4 b, vec4 c)
{
    vec2 u = p[1] - p[0];
    vec2 v = p[2] - p[0];
    float area = u.x * v.y - u.y * v.x;
    if (!(abs(area) > 0.0)) return;  // not a number, where a point is none
    int end = firstFrom(max(max(p[0].y, p[1].y), p[2].y));
    for (int y = firstFrom(min(min(p[0].y, p[1].y), p[2].y)); y < end; y++) {
        float row = float(y) + 0.5;
        vec2 span = vec2(1e30, -1e30);
        cross(p[0], p[1], row, span);
        cross(p[1], p[2], row, span);
        cross(p[2], p[0], row, span);
        int right = firstFrom(span.y);
        for (int x = firstFrom(span.x); x < right; x++) {
            vec2 d = vec2(float(x) + 0.5, row) - p[0];
            float s = (d.x * v.y - d.y * v.x) / area;
            float t = (u.x * d.y - u.y * d.x) / area;
            vec4 here = a + s * (b - a) + t * (c - a);
            uint tau = tauOf(here.xy, here.w);
            if (tau > 0u) add(uvec2(x, y), tau, clamp(here.z, 0.0, 1.0));
        }
    }
}

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint segment = segments[i];
    vec2 at[4];
    vec4 known[4];
    for (uint k = 0u; k < 4u; k++) {
        bool far_end = (k & 1u) != 0u;
        uint q = (segment & SEGMENT_POINT) + (far_end ? 1u : 0u);
        vec4 point = points[q];
        Corner c = lightCorner(point.xyz, lightWidthOf(point, metreAt(point.xyz)), tangentAt(segment, far_end), k < 2u ? -1.0 : 1.0, unpackUnorm4x8(colors[q]).a);
        if (c.clip.w <= 0.0) return;
        at[k] = (c.clip.xy / c.clip.w * 0.5 + 0.5) * lights.z;
        known[k] = vec4(c.ribbon, c.depth, c.opacity);
    }
    traceTriangle(vec2[3](at[0], at[1], at[2]), known[0], known[1], known[2]);
    traceTriangle(vec2[3](at[2], at[1], at[3]), known[2], known[1], known[3]);
}
