// SPDX-License-Identifier: MIT
// Shadow method "volume": slices of optical depth for each texel of the tiles with hair. Part add
// is the pass over the ribbons (slot ADD). volume_sum.comp.glsl makes running sums of the slices.
// Part taus reads them (slot TAUS). Parts layout and sums are for other kernels.

#part layout add sums taus
// The layout of the volume. It stores only tiles with hair, tile by tile. While ribbons are added,
// a texel has SLICES slices, HALF_SLICES contiguous ones in each of two buffers.
#include "hair/frame.glsl"

const uint SLICES = 2u * HALF_SLICES;

uint tilesAcross() { return (uint(lights.z) + TILE - 1u) / TILE; }

uint tileOf(uvec2 texel) { return texel.y / TILE * tilesAcross() + texel.x / TILE; }

// slot is the index of the tile among the tiles with hair.
uint firstSlice(uvec2 texel, uint slot) { return ((slot * TILE + texel.y % TILE) * TILE + texel.x % TILE) * HALF_SLICES; }

// The slice of a depth among the hair, 0 to SLICES. Slices start at the tile's first hair (begin,
// with inverted bits) and get thicker with depth, because little light is left deep in the hair. On
// straight hair of 10,000 strands this halves the error of equal slices over the whole depth.
float sliceOf(float depth, uint begin)
{
    float first = uintBitsToFloat(~begin);
    return sqrt(clamp((depth - first) / max(1.0 - first, 1e-6), 0.0, 1.0)) * float(SLICES);
}

#part sums taus
// The sums of a texel's slices, two halves in a word: the optical depth in front of a slice, and
// with the slice. A half is the depth from the nearer end of the column. Below 0 it is that from
// the far end. So it is as precise for light from behind. The last half is that of all slices.
const float LEAST_HALF = 6.2e-5;
const float MOST_HALF = 65000.0;

float fromAnEnd(uint sum, uint all)
{
    if (sum <= all - sum) return min(float(sum) / TAU_STEPS, MOST_HALF);
    return -clamp(float(all - sum) / TAU_STEPS, LEAST_HALF, MOST_HALF);
}

uint sumsWord(uint slice, uint before, uint with, uint all)
{
    float second = slice + 1u == SLICES ? min(float(all) / TAU_STEPS, MOST_HALF) : fromAnEnd(with, all);
    return packHalf2x16(vec2(fromAnEnd(before, all), second));
}

// The optical depths in front of a part of a slice and behind it. all is that of all slices.
vec2 tausOf(uint word, float all, float part)
{
    vec2 ends = unpackHalf2x16(word);
    bvec2 near = greaterThanEqual(ends, vec2(0.0));
    vec2 front = mix(all + ends, ends, near), behind = mix(-ends, all - ends, near);
    return vec2(mix(front.x, front.y, part), mix(behind.x, behind.y, part));
}

// The sum of all slices, by the word of the last.
float allOf(uint last_word) { return unpackHalf2x16(last_word).y; }

#part add
// Adds a fragment's optical depth to its slice.
layout(std430, binding = 3) buffer Nearer { uint nearer[]; };
layout(std430, binding = 4) buffer Farther { uint farther[]; };
readsWords(Begins, begins, 5, UNIT_BEGINS)
readsWords(Slots, slots, 6, UNIT_SLOTS)

void add(uvec2 texel, uint tau, float depth)
{
    uint tile = tileOf(texel);
    uint begin = wordAt(begins, tile);
    if (begin == 0u) return;  // does not happen; without a slot it would add to another tile
    uint slice = min(uint(sliceOf(depth, begin)), SLICES - 1u);
    uint at = firstSlice(texel, wordAt(slots, tile));
    if (slice < HALF_SLICES) {
        atomicAdd(nearer[at + slice], tau);
    } else {
        atomicAdd(farther[at + slice - HALF_SLICES], tau);
    }
}

#part taus
// The sums of all texels of a tile lie slice by slice: a place reads one slice of some texels,
// which lie side by side.
readsWords(Nearer, nearer, BIND_NEARER, UNIT_NEARER)
readsWords(Farther, farther, BIND_FARTHER, UNIT_FARTHER)
readsWords(Begins, begins, BIND_BEGINS, UNIT_BEGINS)
readsWords(Slots, slots, BIND_SLOTS, UNIT_SLOTS)

// The word of a slice of the texel at a place. Farther holds the slices from HALF_SLICES on.
uint sumsAt(uint at, uint slice)
{
    if (slice < HALF_SLICES) return wordAt(nearer, at + slice * TILE * TILE);
    return wordAt(farther, at + (slice - HALF_SLICES) * TILE * TILE);
}

vec2 tausAt(uvec2 texel, float depth)
{
    uint tile = tileOf(texel);
    uint begin = wordAt(begins, tile);
    uint at = (wordAt(slots, tile) * HALF_SLICES * TILE + texel.y % TILE) * TILE + texel.x % TILE;
    float all = allOf(sumsAt(at, SLICES - 1u));
    float place = sliceOf(depth, begin);
    uint slice = min(uint(place), SLICES - 1u);
    vec2 taus = tausOf(sumsAt(at, slice), all, place - float(slice));
    return begin == 0u ? vec2(0.0) : taus;
}
