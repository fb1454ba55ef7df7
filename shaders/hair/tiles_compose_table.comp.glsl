// SPDX-License-Identifier: MIT
// Composes the hair of each tile of the image, near to far, as tiles_compose.comp.glsl does, for
// software renderers. There a load from a place of each invocation's own costs more than all that
// is computed from it. So each invocation keeps a segment in registers and finds the colours of its
// pixels. They go to a table with a place for each segment and pixel. Then each invocation, a pixel
// now, blends its column of the table.
// Grid: one workgroup a tile of a band of the image. Reads: Begins, Refs, Points, Colors, Lit, the
// scene's depth. Writes: the image, premultiplied.
// CPU twin: none; tiled_test.go compares with what is drawn, and with the other kernel.
#include "lib/grid.glsl"
#include "lib/sync.glsl"
#include "hair/frame.glsl"
#include <READS>
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)
#include "hair/ribbon_ends.glsl#segment"
#include <RIBBON_IN>
#include "hair/ribbon_fragment.glsl#color"
#include "hair/tile_mask.glsl"
#include "hair/fragment_window.glsl"

layout(local_size_x = GROUP_SIZE) in;
readsWords(Begins, begins, BIND_BEGINS, UNIT_BEGINS)
readsWords(Refs, refs, BIND_REFS, UNIT_REFS)
#include <SCENE_DEPTH>
layout(binding = 0, rgba16f) writeonly uniform image2D composed;
uniform uint first_tile;  // of this dispatch, and behind its last one
uniform uint end_tile;

const uint ROWS = 32u;  // segments of the table, a bit each

shared uint covering[GROUP_SIZE];  // the segments of the table that cover each pixel
shared uint table_rg[ROWS * GROUP_SIZE];  // colour and coverage, premultiplied, as half floats
shared uint table_ba[ROWS * GROUP_SIZE];
shared float table_depth[ROWS * GROUP_SIZE];
shared uint open_pixels[2];  // those behind whose fragments something can show, a bit each

// This invocation's segment: two triangles, 0 1 2 and 3 1 2, of near and far edges.
uvec2 left;       // the pixels that it may cover and that are not in the table yet, a bit each
vec4 origin;      // of both triangles
vec4 rows0;       // that give a pixel's place along the two sides from there
vec4 rows1;
vec4 width;       // reach and pixels, near and far
vec4 depth_ends;  // depth near and far, w near and far
vec2 part;        // of the segment, near and far

void loadSegment(uint segment, vec2 tile_corner)
{
    RibbonEnd a, b;
    bool any_part = ribbonOf(segment, a, b, part);
    vec2 at[4];
    cornersOf(a, b, at);
    left = any_part ? maskOf(at, max(a.reach, b.reach), tile_corner) : uvec2(0u);
    origin = vec4(at[0], at[3]);
    rows0 = rowsOf(at[1] - at[0], at[2] - at[0]);
    rows1 = rowsOf(at[1] - at[3], at[2] - at[3]);
    width = vec4(a.reach, a.pixels, b.reach, b.pixels);
    depth_ends = depthsOf(a, b);
    loadEnds(segment);
}

// Whether a place along the two sides of a triangle lies in it: up to a sum of most.
bool liesIn(vec2 uv, vec4 rows, float most) { return min(uv.x, uv.y) >= 0.0 && uv.x + uv.y <= most && rows != vec4(0.0); }

// The colour and the depth of this invocation's segment at a pixel; false where it has no fragment.
// Where a wide ribbon folds over itself there are two, and that of the first triangle is in front.
bool fragmentAt(vec2 pixel, out vec4 color, out float depth)
{
    vec2 d0 = pixel - origin.xy, d1 = pixel - origin.zw;
    vec2 uv0 = vec2(dot(rows0.xy, d0), dot(rows0.zw, d0));
    vec2 uv1 = vec2(dot(rows1.xy, d1), dot(rows1.zw, d1));
    // A pixel on the diagonal is the first triangle's. Rounding puts some into both.
    bool in0 = liesIn(uv0, rows0, 1.0001), in1 = liesIn(uv1, rows1, 1.0) && !(in0 && uv0.x + uv0.y > 0.9999);
    color = vec4(0.0);
    depth = -1.0;
    uint triangles = (in0 ? 1u : 0u) + (in1 ? 2u : 0u);
    if (triangles == 0u) return false;
    do {
        bool first = (triangles & 1u) != 0u;
        float along = first ? uv0.x : 1.0 - uv1.y;
        ribbon = first ? vec2((2.0 * uv0.y + uv0.x - 1.0) * width.x - uv0.x * width.z, mix(width.y, width.w, along))
                       : vec2((1.0 - 2.0 * uv1.x - uv1.y) * width.z + uv1.y * width.x, mix(width.y, width.w, along));
        float z = mix(depth_ends.x, depth_ends.y, along);
        triangles &= triangles - 1u;
        if (z < 0.0) continue;
        if (depth < 0.0) depth = z;
        float far = along / depth_ends.w;
        interpolateEnds(mix(part.x, part.y, far / (far + (1.0 - along) / depth_ends.z)));
        color += (1.0 - color.a) * ribbonColor();
    } while (triangles != 0u);
    return color.a > 0.0;
}

// Writes a row of the table: this invocation's segment, at the pixels that are open.
void fillRow(uint row, uvec2 open, vec2 tile_corner)
{
    left &= open;
    if ((left.x | left.y) == 0u) return;
    do {
        bool upper = left.x == 0u;  // of the upper four rows of pixels
        uint p = uint(findLSB(upper ? left.y : left.x)) + (upper ? 32u : 0u);
        left = uvec2(left.x & (left.x - 1u), upper ? left.y & (left.y - 1u) : left.y);
        vec4 c;
        float depth;
        if (!fragmentAt(tile_corner + vec2(p % SCREEN_TILE, p / SCREEN_TILE) + 0.5, c, depth)) continue;
        uint at = row * GROUP_SIZE + p;
        table_rg[at] = packHalf2x16(c.rg);
        table_ba[at] = packHalf2x16(c.ba);
        table_depth[at] = depth;
        atomicOr(covering[p], 1u << row);
    } while ((left.x | left.y) != 0u);
}

// Blends the table's fragments of this invocation's pixel.
void blendColumn()
{
    uint covers = covering[gl_LocalInvocationIndex];
    covering[gl_LocalInvocationIndex] = 0u;
    if (covers == 0u) return;
    do {
        uint at = uint(findLSB(covers)) * GROUP_SIZE + gl_LocalInvocationIndex;
        float depth = table_depth[at];
        if (samplesBehind(depth) > 0u) addFragment(depth, colorOf(uvec2(table_rg[at], table_ba[at])));
        covers &= covers - 1u;
    } while (covers != 0u && through > 0.0);
    if (through <= 0.0) atomicAnd(open_pixels[gl_LocalInvocationIndex / 32u], ~(1u << (gl_LocalInvocationIndex % 32u)));
}

void main()
{
    uint tile = first_tile + workgroupIndex();
    if (tile >= end_tile) return;
    uint across = (uint(viewport.x) + SCREEN_TILE - 1u) / SCREEN_TILE;
    vec2 tile_corner = vec2(uvec2(tile % across, tile / across) * SCREEN_TILE);
    ivec2 at = ivec2(tile_corner) + ivec2(gl_LocalInvocationIndex % SCREEN_TILE, gl_LocalInvocationIndex / SCREEN_TILE);
    bool inside = all(lessThan(at, ivec2(viewport.xy)));
    for (int k = 0; k < SAMPLES; k++) behind[k] = inside ? sceneDepth(at, k) : 0.0;
    beginPixel(inside);
    uint begin = wordAt(begins, tile);
    uint end = wordAt(begins, tile + 1u);
    covering[gl_LocalInvocationIndex] = 0u;
    if (gl_LocalInvocationIndex < 2u) open_pixels[gl_LocalInvocationIndex] = 0u;
    sync();
    if (inside) atomicOr(open_pixels[gl_LocalInvocationIndex / 32u], 1u << (gl_LocalInvocationIndex % 32u));
    sync();
    uvec2 open = uvec2(1u);
    for (uint first = begin; first < end && open != uvec2(0u); first += GROUP_SIZE) {
        left = uvec2(0u);
        if (first + gl_LocalInvocationIndex < end) loadSegment(wordAt(refs, first + gl_LocalInvocationIndex), tile_corner);
        for (uint row = 0u; row < min(end - first, GROUP_SIZE); row += ROWS) {
            open = uvec2(open_pixels[0], open_pixels[1]);
            if (open == uvec2(0u)) break;
            if (gl_LocalInvocationIndex - row < ROWS) fillRow(gl_LocalInvocationIndex - row, open, tile_corner);
            sync();
            blendColumn();
            sync();
        }
    }
    endPixel();
    if (inside) imageStore(composed, at, vec4(light, 1.0 - pixelThrough()));
}
