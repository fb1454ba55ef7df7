// SPDX-License-Identifier: MIT
// Composes the hair of each tile of the image, near to far. A workgroup takes the segments of its
// tile in batches. It finds their ribbons' edges, and a mask of the 64 pixels that each may cover.
// Each invocation, a pixel, visits the segments that cover it until nothing behind can show. The
// masks follow Laine and Karras, "High-Performance Software Rasterization on GPUs", HPG 2011.
// The fragments are those that ribbon_draw draws with one sample a pixel. Each counts for those
// samples of the scene that it is in front of. Segments come in the order of their midpoints;
// hair/fragment_window.glsl corrects that for the fragments of long and thick ones.
// Grid: one workgroup a tile. Reads: Begins, Refs, Points, Colors, Lit, the scene's depth.
// Writes: the image, premultiplied.
// CPU twin: none; tiled_test.go compares with what is drawn.
#include "lib/grid.glsl"
#include "lib/sync.glsl"
#include "hair/frame.glsl"
#include "hair/reads.glsl#blocks"
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)
#include "hair/ribbon_ends.glsl#segment"
#include <RIBBON_IN>
#include "hair/ribbon_fragment.glsl#color"
#include "hair/tile_mask.glsl"
#include "hair/fragment_window.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_BEGINS) readonly buffer Begins { uint begins[]; };
layout(std430, binding = BIND_REFS) readonly buffer Refs { uint refs[]; };
#include <SCENE_DEPTH>
layout(binding = 0, rgba16f) writeonly uniform image2D composed;
uniform uint tile_count;

const uint WORDS = GROUP_SIZE / 32u;  // that have a bit for each segment of a batch

// A ribbon is two triangles, 0 1 2 and 3 1 2, of near and far edges: see cornerAt. origin, and
// the rows that give a pixel's place along the two sides from there.
shared uint batch_segment[GROUP_SIZE];
shared uint batch_mask[2u * GROUP_SIZE]; // the lower four rows of pixels of each, then the upper four
shared vec4 batch_origin[GROUP_SIZE];    // of both
shared vec4 batch_rows[2u * GROUP_SIZE];
shared vec4 batch_width[GROUP_SIZE];     // reach and pixels, near and far
shared vec4 batch_depth[GROUP_SIZE];     // depth near and far, w near and far
shared vec2 batch_part[GROUP_SIZE];      // of the segment, near and far
shared uint open_pixels;

void loadSegment(uint to, uint segment, SegmentPoints ends, vec2 tile_corner)
{
    RibbonEnd a, b;
    vec2 part;
    bool any_part = ribbonFrom(ends, a, b, part);
    vec2 at[4];
    cornersOf(a, b, at);
    batch_segment[to] = segment;
    uvec2 mask = any_part ? maskOf(at, max(a.reach, b.reach), tile_corner) : uvec2(0u);
    batch_mask[to] = mask.x;
    batch_mask[GROUP_SIZE + to] = mask.y;
    batch_origin[to] = vec4(at[0], at[3]);
    batch_rows[2u * to] = any_part ? rowsOf(at[1] - at[0], at[2] - at[0]) : vec4(0.0);
    batch_rows[2u * to + 1u] = any_part ? rowsOf(at[1] - at[3], at[2] - at[3]) : vec4(0.0);
    batch_part[to] = part;
    batch_width[to] = vec4(a.reach, a.pixels, b.reach, b.pixels);
    batch_depth[to] = depthsOf(a, b);
}

// How far along the ribbon of the batch's segment a pixel is that lies in one of its triangles,
// with ribbon; below 0 where it lies in neither. Where a wide ribbon is folded, in both: each is
// a fragment, as when it is drawn.
float alongRibbon(uint s, uint triangle, vec2 pixel)
{
    vec4 rows = batch_rows[2u * s + triangle];
    vec4 origins = batch_origin[s];
    vec2 d = pixel - (triangle == 0u ? origins.xy : origins.zw);
    float u = dot(rows.xy, d);
    float v = dot(rows.zw, d);
    if (u < 0.0 || v < 0.0 || u + v > 1.0 || rows == vec4(0.0)) return -1.0;
    vec4 w = batch_width[s];
    if (triangle == 0u) {
        ribbon = vec2((2.0 * v + u - 1.0) * w.x - u * w.z, mix(w.y, w.w, u));
        return u;
    }
    ribbon = vec2((1.0 - 2.0 * u - v) * w.z + v * w.x, mix(w.w, w.y, v));
    return 1.0 - v;
}

// The part of the segment that lies so far along its ribbon on the screen.
float segmentPart(uint s, float along)
{
    vec4 z = batch_depth[s];
    float far = along / z.w;
    return mix(batch_part[s].x, batch_part[s].y, far / (far + (1.0 - along) / z.z));
}

// The segments of the batch, a bit each, whose masks hold this invocation's pixel: those of a word.
uint segmentsCovering(uint word, uint many)
{
    uint at = gl_LocalInvocationIndex / 32u * GROUP_SIZE + 32u * word;
    uint covers = 0u;
    uint end = min(max(many, 32u * word) - 32u * word, 32u);
    for (uint s = 0u; s < end; s++) covers |= (batch_mask[at + s] >> gl_LocalInvocationIndex % 32u & 1u) << s;
    return covers;
}

void main()
{
    uint tile = workgroupIndex();
    if (tile >= tile_count) return;
    uint across = (uint(viewport.x) + SCREEN_TILE - 1u) / SCREEN_TILE;
    vec2 tile_corner = vec2(uvec2(tile % across, tile / across) * SCREEN_TILE);
    ivec2 at = ivec2(tile_corner) + ivec2(gl_LocalInvocationIndex % SCREEN_TILE, gl_LocalInvocationIndex / SCREEN_TILE);
    bool inside = all(lessThan(at, ivec2(viewport.xy)));
    for (int k = 0; k < SAMPLES; k++) behind[k] = inside ? sceneDepth(at, k) : 0.0;
    vec2 pixel = vec2(at) + 0.5;
    beginPixel(inside);
    uint begin = begins[tile];
    uint end = begins[tile + 1u];
    uint segment = 0u;
    SegmentPoints ends;
    if (begin + gl_LocalInvocationIndex < end) {
        segment = refs[begin + gl_LocalInvocationIndex];
        ends = pointsOf(segment);
    }
    for (uint first = begin; first < end; first += GROUP_SIZE) {
        if (gl_LocalInvocationIndex == 0u) open_pixels = 0u;
        sync();  // and the batch before is done with
        if (through > 0.0) open_pixels = 1u;
        if (first + gl_LocalInvocationIndex < end) loadSegment(gl_LocalInvocationIndex, segment, ends, tile_corner);
        // The points of the next batch arrive while this one's pixels are found.
        uint next = first + GROUP_SIZE + gl_LocalInvocationIndex;
        if (next < end) {
            segment = refs[next];
            ends = pointsOf(segment);
        }
        sync();
        if (open_pixels == 0u) break;
        for (uint w = 0u; w < WORDS; w++) {
            uint covers = segmentsCovering(w, min(end - first, GROUP_SIZE));
            // Each segment twice, for its two triangles.
            for (uint triangle = 0u; covers != 0u && through > 0.0; triangle ^= 1u) {
                uint s = 32u * w + uint(findLSB(covers));
                if (triangle == 1u) covers &= covers - 1u;
                float along = alongRibbon(s, triangle, pixel);
                if (along < 0.0) continue;
                vec4 z = batch_depth[s];
                float depth = mix(z.x, z.y, along);
                if (samplesBehind(depth) == 0u || depth < 0.0) continue;
                loadEnds(batch_segment[s]);
                interpolateEnds(segmentPart(s, along));
                addFragment(depth, ribbonColor());
            }
        }
        sync();
    }
    endPixel();
    if (inside) imageStore(composed, at, vec4(light, 1.0 - pixelThrough()));
}
