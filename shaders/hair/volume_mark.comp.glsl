// SPDX-License-Identifier: MIT
// Finds the tiles of a light's map that hold hair, and the depth of the first hair in each, turned
// around so that zero is none. A tile is marked by every segment that casts and comes near enough
// for a fragment of its ribbon to lie in it.
// Grid: one invocation a segment. Reads: Segments, Points, Count. Reads and writes: Begins.
// CPU twin: the sums in shadow_volume_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/light.glsl#width"
#include "hair/light.glsl#casts"
#include "hair/shadow_volume.glsl#layout"
#include <READS>

// The square of a distance in texels. Fragments of segments beyond it are not added, but where
// other hair is.
const float FARTHEST = 1e14;

layout(local_size_x = GROUP_SIZE) in;
readsWords(Segments, segments, BIND_SEGMENTS, UNIT_SEGMENTS)
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)
layout(std430, binding = BIND_BEGINS) buffer Begins { uint begins[]; };

float widthAt(vec4 point) { return lightWidthOf(point, metreAt(point.xyz)); }

// The tiles of a row, first to last, over which the part of a segment lies that comes near enough
// to the row. Without it the tiles of the whole box would be looked at: of a long segment across
// the map a million.
uvec2 tilesNear(vec2 a, vec2 d, float row, float radius, uvec2 box)
{
    vec2 part = vec2(0.0, 1.0);
    if (abs(d.y) > 1e-6) {
        vec2 t = (row - a.y + vec2(-radius, radius)) / d.y;
        part = clamp(vec2(min(t.x, t.y), max(t.x, t.y)), 0.0, 1.0);
    }
    vec2 x = a.x + part * d.x;
    // A tile more on either side, for rounding.
    float first = (min(x.x, x.y) - radius) / float(TILE) - 1.5;
    float last = (max(x.x, x.y) + radius) / float(TILE) + 0.5;
    return uvec2(clamp(vec2(first, last), vec2(box.x), vec2(box.y)));
}

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint p = segmentPoint(wordAt(segments, i));
    if (!casts(vectorAt(points, p))) return;
    vec3 a = inLight(vectorAt(points, p).xyz);
    vec3 b = inLight(vectorAt(points, p + 1u).xyz);
    // A ribbon reaches half its width and half a texel to a side, and its ends are turned.
    float reach = 0.5 * max(widthAt(vectorAt(points, p)), widthAt(vectorAt(points, p + 1u))) + 1.0;
    float most = float(tilesAcross() - 1u);
    uvec2 first = uvec2(clamp((min(a.xy, b.xy) - reach) / float(TILE), 0.0, most));
    uvec2 last = uvec2(clamp((max(a.xy, b.xy) + reach) / float(TILE), 0.0, most));
    vec2 d = b.xy - a.xy;
    float l2 = max(dot(d, d), 1e-12);
    if (!(dot(a.xy, a.xy) + dot(b.xy, b.xy) < FARTHEST)) return;  // beyond all maps, or not a number
    float radius = reach + 0.7072 * float(TILE);
    for (uint y = first.y; y <= last.y; y++) {
        uvec2 near = tilesNear(a.xy, d, (float(y) + 0.5) * float(TILE), radius, uvec2(first.x, last.x));
        for (uint x = near.x; x <= near.y; x++) {
            vec2 middle = (vec2(x, y) + 0.5) * float(TILE);
            float nearest = dot(middle - a.xy, d) / l2;
            if (distance(middle, a.xy + clamp(nearest, 0.0, 1.0) * d) > radius) continue;
            // The part of the segment that may lie over the tile.
            float part = radius * inversesqrt(l2);
            vec2 ends = clamp(vec2(nearest - part, nearest + part), 0.0, 1.0);
            float depth = min(mix(a.z, b.z, ends.x), mix(a.z, b.z, ends.y));
            uint begin = ~floatBitsToUint(clamp(hairDepth(depth), 0.0, 1.0));
            uint tile = y * tilesAcross() + x;
            // Most segments lie behind one that was there before: to read is quicker than to wait
            // for others' atomics.
            if (begins[tile] < begin) atomicMax(begins[tile], begin);
        }
    }
}
