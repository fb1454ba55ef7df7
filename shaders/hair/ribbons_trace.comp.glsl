// SPDX-License-Identifier: MIT
// Adds the ribbons of all segments to a light's map, without the graphics pipeline. An invocation
// walks along the map axis in which its segment is longer. In each column it adds to the texels
// that the hair covers, by their distance from the hair. The function add(texel, tau, depth) of
// slot ADD is a shadow method's.
// If all strands cast, drawing with light_map.frag.glsl gives the same sums, except at the ends of
// segments: an end is cut along the map's axis here, and across the hair there. The pipeline shades
// groups of four fragments, most of which lie outside of such thin ribbons, and some GPUs have few
// units for it. Nothing is added behind the light.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/light.glsl#width"
#include "hair/light.glsl#casts"
#include "hair/tau.glsl"
#include <READS>
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)
readsWords(Segments, segments, BIND_SEGMENTS, UNIT_SEGMENTS)
readsWords(Colors, colors, BIND_COLORS, UNIT_COLORS)
#include <ADD>

layout(local_size_x = GROUP_SIZE) in;

struct End {
    vec2 at;     // texels
    vec3 attributes;  // the hair's width in texels, depth among the hair, opacity
};

bool endAt(uint q, out End e)
{
    vec4 point = vectorAt(points, q);
    vec4 clip = light_clip[light] * vec4(point.xyz, 1.0);
    e.at = (clip.xy / clip.w * 0.5 + 0.5) * lights.z;
    e.attributes = vec3(lightWidthOf(point, light_scale[light].z / clip.w), hairDepth(dot(light_depth[light], vec4(point.xyz, 1.0))),
        ribbons.y > 0.0 ? ribbons.y : unpackUnorm4x8(wordAt(colors, q)).a);
    return clip.w > 0.0;
}

// The first integer whose texel middle is not below x.
int firstTexelFrom(float x) { return int(ceil(clamp(x, 0.0, lights.z) - 0.5)); }

#part loops
// Column by column.
// Grid: one invocation a segment. Reads: Points, Segments, Colors, Count, the method's buffers.
// Writes: the method's buffers. CPU twin: trace_test.go compares with drawing.
#part turns
// For software renderers: one loop over all texels, which tests at its end. Mesa runs the body of a
// loop once more than needed that tests at its beginning.
// Grid: one invocation a segment. Reads: Points, Segments, Colors, Count, the method's buffers.
// Writes: the method's buffers. CPU twin: reads_test.go compares with part loops.
struct Column {
    float middle;  // of the hair
    vec3 here;     // its attributes
    int first, last;
};

Column columnAt(End a, int x, float slope, vec3 per_texel, float cosine)
{
    Column c;
    float along = float(x) + 0.5 - a.at.x;
    c.middle = a.at.y + along * slope;
    c.here = a.attributes + along * per_texel;
    float reach = (0.5 * c.here.x + 0.5) / cosine;
    c.first = firstTexelFrom(c.middle - reach);
    c.last = firstTexelFrom(c.middle + reach);
    return c;
}

#part loops turns
void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint q = segmentPoint(wordAt(segments, i));
    if (!casts(vectorAt(points, q))) return;
    End a, b;
    bool before_a = endAt(q, a);
    if (!endAt(q + 1u, b) || !before_a) return;
    vec2 d = b.at - a.at;
    float cells = length(d);
    bool steep = abs(d.y) > abs(d.x);
    if (steep) {
        a.at = a.at.yx;
        b.at = b.at.yx;
    }
    if (a.at.x > b.at.x) {
        End kept = a;
        a = b;
        b = kept;
    }
    d = b.at - a.at;
    // Skips segments without length, with NaN, or so long that an end lies far beyond the map,
    // where no shadow is needed.
    if (!(d.x > 0.0 && cells < 16.0 * lights.z)) return;
    float slope = d.y / d.x;
    float cosine = d.x / cells;
    vec3 per_texel = (b.attributes - a.attributes) / d.x;
#part loops
    int end = firstTexelFrom(b.at.x);
    for (int x = firstTexelFrom(a.at.x); x < end; x++) {
        float along = float(x) + 0.5 - a.at.x;
        float middle = a.at.y + along * slope;
        vec3 here = a.attributes + along * per_texel;
        float reach = (0.5 * here.x + 0.5) / cosine;
        int last = firstTexelFrom(middle + reach);
        for (int y = firstTexelFrom(middle - reach); y < last; y++) {
            uint tau = tauOf(vec2((float(y) + 0.5 - middle) * cosine, here.x), here.z);
            if (tau > 0u) add(steep ? uvec2(y, x) : uvec2(x, y), castTau(tau), clamp(here.y, 0.0, 1.0));
        }
    }
}

#part turns
    int end = firstTexelFrom(b.at.x);
    int x = firstTexelFrom(a.at.x);
    if (x >= end) return;
    Column c = columnAt(a, x, slope, per_texel, cosine);
    int y = c.first;
    do {
        uint tau = tauOf(vec2((float(y) + 0.5 - c.middle) * cosine, c.here.x), c.here.z);
        if (y < c.last && tau > 0u) add(steep ? uvec2(y, x) : uvec2(x, y), castTau(tau), clamp(c.here.y, 0.0, 1.0));
        y++;
        if (y >= c.last) {
            x++;
            c = columnAt(a, x, slope, per_texel, cosine);
            y = c.first;
        }
    } while (x < end);
}
