// SPDX-License-Identifier: MIT
// The slices of an opacity volume: 0 to SLICES, by the depth among the hair. They begin where the hair of a tile of the
// light's map does, and get thicker and thicker: of what lies deep in the hair little light is left to be wrong about.
// On straight hair of 10,000 strands that halves the error, beside slices of one thickness over all of the depth.
const uint SLICES = 2u * HALF_SLICES;

uint tileOf(uvec2 texel)
{
    uint tiles = (uint(lights.z) + TILE - 1u) / TILE;
    return texel.y / TILE * tiles + texel.x / TILE;
}

// begin is the tile's, turned around: 0 where it has no hair
float sliceOf(float depth, uint begin)
{
    float first = begin == 0u ? 0.0 : uintBitsToFloat(~begin);
    return sqrt(clamp((depth - first) / max(1.0 - first, 1e-6), 0.0, 1.0)) * float(SLICES);
}
