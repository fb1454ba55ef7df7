// SPDX-License-Identifier: MIT
// A batch of segments in the shared memory of a workgroup that composes a tile. It has few words a
// segment: OpenGL has little shared memory, which limits how many workgroups run at once. A ribbon
// is two triangles, 0 1 2 and 3 1 2, of near and far edges: see cornerAt.
// TileSegment, tileSegmentAt: what a place takes, by the number in the tile's list.
// loadSegment, noSegment: write a place of the batch.
// segmentsCovering, alongRibbon, segmentPart: read it.
#part points records
#include "hair/tile_mask.glsl"
#include "hair/tile_record.glsl#record"

const uint WORDS = GROUP_SIZE / 32u;  // that have a bit for each segment of a batch

shared uint batch_segment[GROUP_SIZE];
shared uvec4 batch_mask[GROUP_SIZE / 2u];     // four words each: the lower four rows of pixels of all, then the upper four
shared vec4 batch_corners[2u * GROUP_SIZE];   // 0 and 3, then 1 and 2
shared vec2 batch_pixels[GROUP_SIZE];         // the hair's width, near and far
shared vec4 batch_depth[GROUP_SIZE];          // depth near and far; w near over w far; the part of the segment, near and far, as halves
shared uint batch_folded[WORDS];              // a bit each: see alongRibbon

void storeMask(uint to, uvec2 mask)
{
    batch_mask[to / 4u][to % 4u] = mask.x;
    batch_mask[(GROUP_SIZE + to) / 4u][to % 4u] = mask.y;
}

// A place without a segment covers nothing.
void noSegment(uint to) { storeMask(to, uvec2(0u)); }

void storeRecord(uint to, uvec4 record[4], vec2 tile_corner)
{
    vec4 outer = uintBitsToFloat(record[0]), inner = uintBitsToFloat(record[1]);
    vec2 pixels = uintBitsToFloat(record[3].xy);
    batch_segment[to] = record[3].z;
    storeMask(to, maskOf(vec2[4](outer.xy, inner.xy, inner.zw, outer.zw), reachOf(max(pixels.x, pixels.y)), tile_corner));
    batch_corners[2u * to] = outer;
    batch_corners[2u * to + 1u] = inner;
    batch_pixels[to] = pixels;
    batch_depth[to] = uintBitsToFloat(record[2]);
    if (record[3].w != 0u) atomicOr(batch_folded[to / 32u], 1u << to % 32u);
}

#part points
// The list has segments. Their points are projected.
struct TileSegment {
    uint segment;
    SegmentPoints ends;
};

TileSegment tileSegmentAt(uint segment) { return TileSegment(segment, pointsOf(segment)); }

void loadSegment(uint to, TileSegment s, vec2 tile_corner)
{
    RibbonEnd a, b;
    vec2 part;
    if (!ribbonFrom(s.ends, a, b, part)) {
        noSegment(to);
        return;
    }
    uvec4 record[4];
    recordOf(s.segment, a, b, part, record);
    storeRecord(to, record, tile_corner);
}

#part records
// The list has places of records.
struct TileSegment {
    uvec4 record[4];
};

TileSegment tileSegmentAt(uint i)
{
    return TileSegment(uvec4[4](records[4u * i], records[4u * i + 1u], records[4u * i + 2u], records[4u * i + 3u]));
}

void loadSegment(uint to, TileSegment s, vec2 tile_corner) { storeRecord(to, s.record, tile_corner); }

#part points records
// How far along the ribbon of the batch's segment a pixel is that lies in one of its triangles,
// with ribbon; below 0 where it lies in neither. The triangles lie on the two sides of their
// diagonal, so its side says in which one a pixel may lie. The sum below does not, as rounding put
// some pixels of the diagonal into neither. Where a wide ribbon is folded the triangles lie on one
// side. Each then has a fragment, as when it is drawn, and second says which is wanted.
float alongRibbon(uint s, bool folded, bool second, vec2 pixel)
{
    vec4 outer = batch_corners[2u * s], inner = batch_corners[2u * s + 1u];
    vec2 diagonal = inner.zw - inner.xy;
    if (!folded) second = (turn(diagonal, pixel - inner.xy) < 0.0) != (turn(diagonal, outer.xy - inner.xy) < 0.0);
    vec2 corner = second ? outer.zw : outer.xy;
    vec2 u_side = inner.xy - corner, v_side = inner.zw - corner, d = pixel - corner;
    float area = turn(u_side, v_side);
    if (abs(area) < LEAST_AREA) return -1.0;
    vec2 uv = vec2(turn(d, v_side), turn(u_side, d)) / area;
    if (min(uv.x, uv.y) < 0.0 || (folded && uv.x + uv.y > 1.0)) return -1.0;
    vec2 pixels = batch_pixels[s];
    vec2 reach = vec2(reachOf(pixels.x), reachOf(pixels.y));
    // In the second triangle the sides run from the other corner.
    float along = second ? 1.0 - uv.y : uv.x;
    float across = second ? (1.0 - 2.0 * uv.x - uv.y) * reach.y + uv.y * reach.x : (2.0 * uv.y + uv.x - 1.0) * reach.x - uv.x * reach.y;
    ribbon = vec2(across, mix(pixels.x, pixels.y, along));
    return along;
}

// The part of the segment that lies so far along its ribbon on the screen.
float segmentPart(uint s, float along)
{
    vec4 z = batch_depth[s];
    float far = along * z.z;
    vec2 part = unpackHalf2x16(floatBitsToUint(z.w));
    return mix(part.x, part.y, far / (far + 1.0 - along));
}

// The segments of the batch, a bit each, whose masks hold this invocation's pixel: those of a word.
uint segmentsCovering(uint word)
{
    uint at = (gl_LocalInvocationIndex / 32u * GROUP_SIZE + 32u * word) / 4u;
    uint bit = 1u << gl_LocalInvocationIndex % 32u;
    uint covers = 0u;
    for (uint k = 0u; k < 8u; k++) {
        uvec4 four = batch_mask[at + k];
        uint some = ((four.x & bit) != 0u ? 1u : 0u) | ((four.y & bit) != 0u ? 2u : 0u) | ((four.z & bit) != 0u ? 4u : 0u) | ((four.w & bit) != 0u ? 8u : 0u);
        covers |= some << 4u * k;
    }
    return covers;
}
