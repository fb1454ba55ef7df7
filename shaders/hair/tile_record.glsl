// SPDX-License-Identifier: MIT
// The record of a segment: its ribbon on the screen, in four uvec4. tiles_spread.comp.glsl#count
// writes the records of all drawn segments, near to far, and tiles read them. A tile whose segments
// are projected again reads their points from all over the model.

#part record write
// Twice the area of the triangle of two sides; its sign is the turn from one to the other.
float turn(vec2 u, vec2 v) { return u.x * v.y - u.y * v.x; }

const float LEAST_AREA = 1e-12;

// Whether both triangles have an area, and lie on the two sides of their diagonal.
bool onTwoSides(vec2 at[4])
{
    float first = turn(at[1] - at[0], at[2] - at[0]);
    float second = turn(at[1] - at[3], at[2] - at[3]);
    return max(first, second) > LEAST_AREA && min(first, second) < -LEAST_AREA;
}

// The first two have corners 0 and 3, 1 and 2. The third has the depth near and far, w near over w
// far, and the part of the segment near and far as halves. The last has the hair's width near and
// far, the segment, and 1 where the ribbon is folded.
void recordOf(uint segment, RibbonEnd a, RibbonEnd b, vec2 part, out uvec4 record[4])
{
    vec2 at[4];
    cornersOf(a, b, at);
    vec4 z = depthsOf(a, b);
    record[0] = floatBitsToUint(vec4(at[0], at[3]));
    record[1] = floatBitsToUint(vec4(at[1], at[2]));
    record[2] = uvec4(floatBitsToUint(vec3(z.xy, z.z / z.w)), packHalf2x16(part));
    record[3] = uvec4(floatBitsToUint(vec2(a.pixels, b.pixels)), segment, onTwoSides(at) ? 0u : 1u);
}

#part write
// For part count of tiles_spread.comp.glsl: stageRecord by invocations whose segment has a record,
// then storeRecords by all, which writes those of the workgroup's segments, of n in all. Places of
// other segments are left undefined: no tile lists them.
layout(std430, binding = BIND_RECORDS) writeonly buffer Records { uvec4 records[]; };
shared uvec4 staged_records[4u * GROUP_SIZE];

void stageRecord(uint segment, RibbonEnd a, RibbonEnd b, vec2 part)
{
    uvec4 record[4];
    recordOf(segment, a, b, part, record);
    for (uint k = 0u; k < 4u; k++) staged_records[4u * gl_LocalInvocationIndex + k] = record[k];
}

void storeRecords(uint n)
{
    sync();
    uint first = 4u * workgroupIndex() * GROUP_SIZE;
    for (uint k = 0u; k < 4u; k++) {
        uint w = k * GROUP_SIZE + gl_LocalInvocationIndex;
        if (first + w < 4u * n) records[first + w] = staged_records[w];
    }
}
