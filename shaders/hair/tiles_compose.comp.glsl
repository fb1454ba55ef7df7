// SPDX-License-Identifier: MIT
// Composes the hair of each tile of the image, near to far. A workgroup takes the segments of its
// tile in batches. It finds their ribbons' edges, and a mask of the 64 pixels that each may cover.
// Each invocation, a pixel, visits the segments that cover it until nothing behind can show. The
// masks follow Laine and Karras, "High-Performance Software Rasterization on GPUs", HPG 2011.
// The fragments are those that ribbon_draw draws with one sample a pixel. Each counts for those
// samples of the scene that it is in front of. Segments come in the order of their midpoints;
// hair/fragment_window.glsl corrects that for the fragments of long and thick ones.
#include "lib/grid.glsl"
#include "lib/sync.glsl"
#include "hair/frame.glsl"
#include "hair/reads.glsl#blocks"
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)
#include "hair/ribbon_ends.glsl#segment"
#include <RIBBON_IN>
#include "hair/ribbon_fragment.glsl#color"

#part points
// Tiles list segments.
// Grid: one workgroup a tile of a band of the image. Reads: Begins, Refs, Points, Colors, Lit, the
// scene's depth. Writes: the image, premultiplied.
// CPU twin: none; tiled_test.go compares with what is drawn.
#include "hair/tile_batch.glsl#points"
#part records
// Tiles list places of records.
// Grid: one workgroup a tile of a band of the image. Reads: Begins, Refs, Records, Points, Colors,
// Lit, the scene's depth. Writes: the image, premultiplied.
// CPU twin: part points; tiles_spread_test.go compares them.
layout(std430, binding = BIND_RECORDS) readonly buffer Records { uvec4 records[]; };
#include "hair/tile_batch.glsl#records"
#part points records
#include "hair/fragment_window.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_BEGINS) readonly buffer Begins { uint begins[]; };
layout(std430, binding = BIND_REFS) readonly buffer Refs { uint refs[]; };
#include <SCENE_DEPTH>
layout(binding = 0, rgba16f) writeonly uniform image2D composed;
uniform uint first_tile;  // of this dispatch, and behind its last one
uniform uint end_tile;

shared uint open_pixels;

void main()
{
    uint tile = first_tile + workgroupIndex();
    if (tile >= end_tile) return;
    uint across = (uint(viewport.x) + SCREEN_TILE - 1u) / SCREEN_TILE;
    vec2 tile_corner = vec2(uvec2(tile % across, tile / across) * SCREEN_TILE);
    ivec2 at = ivec2(tile_corner) + ivec2(gl_LocalInvocationIndex % SCREEN_TILE, gl_LocalInvocationIndex / SCREEN_TILE);
    bool inside = all(lessThan(at, ivec2(viewport.xy)));
    for (int k = 0; k < SAMPLES; k++) behind[k] = inside ? sceneDepth(at, k) : 0.0;
    vec2 pixel = vec2(at) + 0.5;
    beginPixel(inside);
    uint begin = begins[tile];
    uint end = begins[tile + 1u];
    TileSegment segment;
    if (begin + gl_LocalInvocationIndex < end) segment = tileSegmentAt(refs[begin + gl_LocalInvocationIndex]);
    for (uint first = begin; first < end; first += GROUP_SIZE) {
        if (gl_LocalInvocationIndex == 0u) open_pixels = 0u;
        if (gl_LocalInvocationIndex < WORDS) batch_folded[gl_LocalInvocationIndex] = 0u;
        sync();  // and the batch before is done with
        if (through > 0.0) open_pixels = 1u;
        if (first + gl_LocalInvocationIndex < end) loadSegment(gl_LocalInvocationIndex, segment, tile_corner);
        else noSegment(gl_LocalInvocationIndex);
        // The next batch arrives while this one's pixels are found.
        uint next = first + GROUP_SIZE + gl_LocalInvocationIndex;
        if (next < end) segment = tileSegmentAt(refs[next]);
        sync();
        if (open_pixels == 0u) break;
        for (uint w = 0u; w < WORDS; w++) {
            uint covers = segmentsCovering(w);
            bool second = false;
            while (covers != 0u && through > 0.0) {
                uint bit = uint(findLSB(covers));
                uint s = 32u * w + bit;
                bool folded = (batch_folded[w] >> bit & 1u) != 0u;  // visited twice, for its two triangles
                loadEnds(batch_segment[s]);  // under way while the place is found
                float along = alongRibbon(s, folded, second, pixel);
                second = folded && !second;
                if (!second) covers &= covers - 1u;
                if (along < 0.0) continue;
                float depth = mix(batch_depth[s].x, batch_depth[s].y, along);
                if (samplesBehind(depth) == 0u || depth < 0.0) continue;
                interpolateEnds(segmentPart(s, along));
                addFragment(depth, ribbonColor());
            }
        }
        sync();
    }
    endPixel();
    if (inside) imageStore(composed, at, vec4(light, 1.0 - pixelThrough()));
}
