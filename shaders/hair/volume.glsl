// SPDX-License-Identifier: MIT
// The layout of an opacity volume. It stores only tiles with hair, tile by tile. A texel has SLICES
// slices, HALF_SLICES contiguous ones in each of two buffers.
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
