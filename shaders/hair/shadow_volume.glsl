// SPDX-License-Identifier: MIT
// Shadow method "volume": slices of optical depth for each texel of the tiles with hair. Part add
// is the pass over the ribbons (slot ADD). volume_sum.comp.glsl makes running sums of the slices.
// Part taus reads them (slot TAUS). Part layout is for other kernels.

#part layout add taus
// The layout of the volume. It stores only tiles with hair, tile by tile. A tile has SLICES slices
// of TILE * TILE texels, HALF_SLICES of them in each of two buffers. A place reads one or two slices
// of some neighbouring texels, which lie side by side.
#include "hair/frame.glsl"

const uint SLICES = 2u * HALF_SLICES;

uint tilesAcross() { return (uint(lights.z) + TILE - 1u) / TILE; }

uint tileOf(uvec2 texel) { return texel.y / TILE * tilesAcross() + texel.x / TILE; }

// The first slice of a texel in each half. slot is the index of the tile among the tiles with hair.
uint firstSlice(uvec2 texel, uint slot) { return (slot * HALF_SLICES * TILE + texel.y % TILE) * TILE + texel.x % TILE; }

// From a slice of a texel to the next one.
const uint NEXT_SLICE = TILE * TILE;

// The slice of a depth among the hair, 0 to SLICES. Slices start at the tile's first hair (begin,
// with inverted bits) and get thicker with depth, because little light is left deep in the hair. On
// straight hair of 10,000 strands this halves the error of equal slices over the whole depth.
float sliceOf(float depth, uint begin)
{
    float first = uintBitsToFloat(~begin);
    return sqrt(clamp((depth - first) / max(1.0 - first, 1e-6), 0.0, 1.0)) * float(SLICES);
}

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
        atomicAdd(nearer[at + slice * NEXT_SLICE], tau);
    } else {
        atomicAdd(farther[at + (slice - HALF_SLICES) * NEXT_SLICE], tau);
    }
}

#part taus
// The running sum over the slices in front of a depth, interpolated linearly.
readsWords(Nearer, nearer, BIND_NEARER, UNIT_NEARER)
readsWords(Farther, farther, BIND_FARTHER, UNIT_FARTHER)
readsWords(Begins, begins, BIND_BEGINS, UNIT_BEGINS)
readsWords(Slots, slots, BIND_SLOTS, UNIT_SLOTS)

// The sum over a texel's slices up to this one. Farther holds the slices from HALF_SLICES on.
uint sumTo(uint at, uint slice)
{
    if (slice < HALF_SLICES) return wordAt(nearer, at + slice * NEXT_SLICE);
    return wordAt(farther, at + (slice - HALF_SLICES) * NEXT_SLICE);
}

vec2 tausAt(uvec2 texel, float depth)
{
    uint tile = tileOf(texel);
    uint begin = wordAt(begins, tile);
    if (begin == 0u) return vec2(0.0);
    uint at = firstSlice(texel, wordAt(slots, tile));
    uint all = wordAt(farther, at + (HALF_SLICES - 1u) * NEXT_SLICE);
    if (all == 0u) return vec2(0.0);
    float place = sliceOf(depth, begin);
    uint slice = min(uint(place), SLICES - 1u);
    uint before = slice == 0u ? 0u : sumTo(at, slice - 1u);
    float front = float(before) + (place - float(slice)) * float(sumTo(at, slice) - before);
    return vec2(front, float(all) - front) / TAU_STEPS;
}
