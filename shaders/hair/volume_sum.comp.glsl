// SPDX-License-Identifier: MIT
// Computes running sums along the light for each texel of an opacity volume, in place. The slices
// that follow each other in a texel become words that follow each other in a slice: see
// shadow_volume.glsl.
// Grid: one workgroup a tile of the light's map; those past the last slot return. Reads: Slots,
// Count. Reads and writes: Nearer, Farther. CPU twin: the sums in shadow_volume_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/sync.glsl"
#include "hair/frame.glsl"
#include "hair/shadow_volume.glsl#sums"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_NEARER) buffer Nearer { uint nearer[]; };
layout(std430, binding = BIND_FARTHER) buffer Farther { uint farther[]; };
layout(std430, binding = BIND_SLOTS) readonly buffer Slots { uint slots[]; };

const uint TEXELS = TILE * TILE;
const uint HALF = TEXELS * HALF_SLICES;
const uint PARTS = GROUP_SIZE / TEXELS;  // invocations that share a texel
const uint PART = SLICES / PARTS;        // slices of each
const uint ROW = SLICES + 1u;            // one word more avoids bank conflicts

shared uint column[TEXELS * ROW];
shared uint part_sum[GROUP_SIZE];

uint placeOf(uint word) { return word / HALF_SLICES * ROW + word % HALF_SLICES; }

// The word of a slice, by the sums of a texel.
uint sumsOf(uint row, uint slice)
{
    uint before = slice == 0u ? 0u : column[row + slice - 1u];
    return sumsWord(slice, before, column[row + slice], column[row + SLICES - 1u]);
}

void main()
{
    uint slot = workgroupIndex();
    if (slot >= slots[itemCount()]) return;
    uint first = slot * HALF;
    uint me = gl_LocalInvocationIndex;
    for (uint w = me; w < HALF; w += GROUP_SIZE) {
        column[placeOf(w)] = nearer[first + w];
        column[placeOf(w) + HALF_SLICES] = farther[first + w];
    }
    sync();
    uint at = me / PARTS * ROW + me % PARTS * PART;
    uint sum = 0u;
    for (uint s = 0u; s < PART; s++) {
        sum += column[at + s];
        column[at + s] = sum;
    }
    part_sum[me] = sum;
    sync();
    uint before = 0u;
    for (uint k = me / PARTS * PARTS; k < me; k++) before += part_sum[k];
    for (uint s = 0u; s < PART; s++) column[at + s] += before;
    sync();
    for (uint w = me; w < HALF; w += GROUP_SIZE) {
        uint slice = w / TEXELS;
        uint row = w % TEXELS * ROW;
        nearer[first + w] = sumsOf(row, slice);
        farther[first + w] = sumsOf(row, slice + HALF_SLICES);
    }
}
