// SPDX-License-Identifier: MIT
// Finds the tiles of a light's map that hold hair, and the depth of the first hair in each, turned around so that zero is
// none. A tile is marked by every segment that comes near enough for a fragment of its ribbon to lie in it.
// Grid: one invocation a segment. Reads: Segments, Points, Count. Reads and writes: Begins.
// CPU twin: the sums in shadow_volume_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/light.glsl"
#include "hair/volume.glsl"
#include "hair/width.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SEGMENTS) readonly buffer Segments { uint segments[]; };
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_BEGINS) buffer Begins { uint begins[]; };

// The width of the hair in texels.
float widthAt(vec4 point) { return widthOf(point, light_scale[light].z / (light_clip[light] * vec4(point.xyz, 1.0)).w); }

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint p = segments[i] & SEGMENT_POINT;
    vec3 a = inLight(points[p].xyz);
    vec3 b = inLight(points[p + 1u].xyz);
    // A ribbon reaches half its width and half a texel to a side, and its ends are turned.
    float reach = 0.5 * max(widthAt(points[p]), widthAt(points[p + 1u])) + 1.0;
    float most = float(tilesAcross() - 1u);
    uvec2 first = uvec2(clamp((min(a.xy, b.xy) - reach) / float(TILE), 0.0, most));
    uvec2 last = uvec2(clamp((max(a.xy, b.xy) + reach) / float(TILE), 0.0, most));
    vec2 d = b.xy - a.xy;
    float l2 = max(dot(d, d), 1e-12);
    float radius = reach + 0.7072 * float(TILE);
    for (uint y = first.y; y <= last.y; y++) {
        for (uint x = first.x; x <= last.x; x++) {
            vec2 middle = (vec2(x, y) + 0.5) * float(TILE);
            float nearest = dot(middle - a.xy, d) / l2;
            if (distance(middle, a.xy + clamp(nearest, 0.0, 1.0) * d) > radius) continue;
            // The part of the segment that may lie over the tile.
            float part = radius * inversesqrt(l2);
            vec2 ends = clamp(vec2(nearest - part, nearest + part), 0.0, 1.0);
            float depth = min(mix(a.z, b.z, ends.x), mix(a.z, b.z, ends.y));
            atomicMax(begins[y * tilesAcross() + x], ~floatBitsToUint(clamp(hairDepth(depth), 0.0, 1.0)));
        }
    }
}
