// SPDX-License-Identifier: MIT
// The hair in front: how much of each point of the hair the camera sees through the hair before it.
// Columns of CELL x CELL pixels have SLICES slices of optical depth. A column begins at its nearest
// hair, of a few strands. Its slices grow with the depth behind that, because light is lost near
// the front.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/front_columns.glsl"

layout(local_size_x = GROUP_SIZE) in;
#part begins add
// Each invocation takes a segment of a strand of the sample: the strands of the lowest ranks.
layout(std430, binding = BIND_BYRANK) readonly buffer ByRank { uint by_rank[]; };
layout(std430, binding = BIND_FIRST) readonly buffer First { uint first[]; };
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
uniform uint most_segments;  // of a strand

// The first point of the segment of this invocation, or -1 for none.
int segmentOf(uint i)
{
    if (i >= itemCount()) return -1;
    uint strand = by_rank[i / most_segments];
    uint q = first[strand] + i % most_segments;
    return q + 1u < first[strand + 1u] ? int(q) : -1;
}

#part begins
// Finds where each column begins: the bits of the nearest depth, turned around so that zero is
// none.
// Grid: one invocation a segment of the sample. Reads: ByRank, First, Points, Count. Writes:
// Begins. CPU twin: front_test.go.
layout(std430, binding = BIND_BEGINS) buffer Begins { uint begins[]; };

#part add
// Adds the optical depth of the sample, for all strands.
// Grid: one invocation a segment of the sample. Reads: ByRank, First, Points, Colors, Begins,
// Count. Writes: Volume. CPU twin: front_test.go.
layout(std430, binding = BIND_COLORS) readonly buffer Colors { uint colors[]; };
layout(std430, binding = BIND_BEGINS) readonly buffer Begins { uint begins[]; };
layout(std430, binding = BIND_VOLUME) buffer Volume { uint volume[]; };
uniform uint each;  // the bits of a float: strands that one of the sample stands for

#part begins add
void main()
{
    int q = segmentOf(workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex);
    if (q < 0) return;
    vec4 a = inColumns(points[q].xyz), b = inColumns(points[q + 1].xyz);
    if (min(a.w, b.w) < viewport.z) return;
    ivec2 cells = cellsAcross();
    float span = length(b.xy - a.xy);
    if (!(span < float(cells.x + cells.y))) return;
    int pieces = int(span) + 1;
#part add
    float pixels = 0.5 * (fullWidthOf(points[q], eye.w / a.w) + fullWidthOf(points[q + 1], eye.w / b.w));
    float opacity = ribbons.y > 0.0 ? ribbons.y : unpackUnorm4x8(colors[q]).a;
    float depth = uintBitsToFloat(each) * opacity * pixels * span / float(CELL * pieces);
    uint tau = uint(STEPS * min(depth, MOST_DEPTH) + 0.5);
#part begins add
    for (int k = 0; k < pieces; k++) {
        vec3 at = mix(a.xyz, b.xyz, (float(k) + 0.5) / float(pieces));
        ivec2 cell = ivec2(floor(at.xy));
        if (any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, cells))) continue;
        int column = cell.y * cells.x + cell.x;
#part begins
        uint begin = ~floatBitsToUint(max(at.z, 0.0));
        if (begins[column] < begin) atomicMax(begins[column], begin);
#part add
        if (begins[column] != 0u) atomicAdd(volume[sliceIn(uint(column), uint(sliceOf(at.z, begins[column])))], tau);
#part begins add
    }
}

#part sum
// Sums each column from the front. The word of a slice becomes two halves: the sums before it and
// with it.
// Grid: one invocation a column. Reads: Count. Reads and writes: Volume. CPU twin: front_test.go.
layout(std430, binding = BIND_VOLUME) buffer Volume { uint volume[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint sum = 0u;
    for (uint k = 0u; k < SLICES; k++) {
        uint before = sum;
        sum = min(sum + volume[sliceIn(i, k)], MOST_SUM);
        volume[sliceIn(i, k)] = before | sum << 16;
    }
}

#part thin
// Copies the points, with the widths at which the level of detail draws them.
// Grid: one invocation a point. Reads: Points, Begins, Volume, Count. Writes: Thinned. CPU twin:
// front_test.go.
#include <READS>
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)
readsWords(Begins, begins, BIND_BEGINS, UNIT_BEGINS)
readsWords(Volume, volume, BIND_VOLUME, UNIT_VOLUME)
layout(std430, binding = BIND_THINNED) writeonly buffer Thinned { vec4 thinned[]; };
uniform uint plenty;  // the bits of a float: how many times its visible share a point is drawn

// The light that reaches the eye from a depth of a column.
float seenIn(ivec2 cell, ivec2 cells, float depth)
{
    cell = clamp(cell, ivec2(0), cells - 1);
    int column = cell.y * cells.x + cell.x;
    uint begin = wordAt(begins, column);
    float place = sliceOf(depth, begin);
    uint slice = uint(place);
    uint sums = wordAt(volume, sliceIn(uint(column), slice));
    float tau = mix(float(sums & MOST_SUM), float(sums >> 16), place - float(slice)) / STEPS;
    return begin == 0u ? 1.0 : exp(-tau);
}

// The mean of the four columns around it.
float seenAt(vec4 at)
{
    ivec2 cells = cellsAcross();
    vec2 low = clamp(at.xy, vec2(0.0), vec2(cells)) - 0.5;
    ivec2 cell = ivec2(floor(low));
    vec2 part = low - vec2(cell);
    vec2 lower = vec2(seenIn(cell, cells, at.z), seenIn(cell + ivec2(1, 0), cells, at.z));
    vec2 upper = vec2(seenIn(cell + ivec2(0, 1), cells, at.z), seenIn(cell + ivec2(1, 1), cells, at.z));
    vec2 seen = mix(lower, upper, part.y);
    return mix(seen.x, seen.y, part.x);
}

// The factor of the width of a strand of this rank where a share of the strands is drawn. Those
// that are left stand for the others, but for no more than MOST_EACH: what is seen next to nothing
// of is left out. The strands up to begin are drawn whole, and the next ones fade.
float widthFactor(float share, float rank)
{
    const float NEAR = (1.0 + FADE) / (1.0 + 2.0 * FADE);  // from here on the fading ranks end above 1
    float begin = share > NEAR ? (1.0 + 2.0 * FADE * (share - NEAR) / (1.0 - NEAR)) / (1.0 + 2.0 * FADE) : share / (1.0 + FADE);
    float range = max(2.0 * FADE * begin, 1e-6);
    float whole = clamp((1.0 - begin) / range, 0.0, 1.0);  // the part of the range below rank 1
    float left = begin + range * (whole - 0.5 * whole * whole);
    return clamp((begin + range - rank) / range, 0.0, 1.0) * min(1.0 / max(left, 1e-6), MOST_EACH);
}

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    vec4 point = vectorAt(points, i);
    uint bits = floatBitsToUint(point.w);
    float width = uintBitsToFloat(bits & ~RANK_MASK) * widthFactor(min(uintBitsToFloat(plenty) * seenAt(inColumns(point.xyz)), 1.0), middleRankOf(point));
    thinned[i] = vec4(point.xyz, uintBitsToFloat(floatBitsToUint(width) & ~RANK_MASK | bits & RANK_MASK));
}
