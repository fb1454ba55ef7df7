// SPDX-License-Identifier: MIT
// The heads of an invocation's words of a tile (scan/tile_wide.glsl#segments): bit 4 k + c is set
// if a segment begins at word c of the k-th four. Bits past the end have no meaning. The slot HEADS
// is filled before this.

#part offsets
uint headBits(uint tile, uint end)
{
    tileBegin(tile, end);
    uint bits = 0u;
    for (uint k = 0u; k < VECTORS; k++) bits |= (head_bits[wideAt(k) / 32u] >> (wideAt(k) % 32u) & 15u) << (4u * k);
    return bits;
}

#part flags keys
// A tile is read four words at a time if it is whole and begins at a multiple of four words.
layout(std430, binding = BIND_HEADS) readonly buffer Heads4 { uvec4 heads4[]; };

uint bitsOf(uvec4 w, uvec4 other)
{
    uvec4 differ = uvec4(notEqual(w, other));
    return differ.x | differ.y << 1 | differ.z << 2 | differ.w << 3;
}

#part flags keys any
uint bitsOneByOne(uint tile, uint end)
{
    uint bits = 0u;
    for (uint k = 0u; k < VECTORS; k++) {
        for (uint c = 0u; c < 4u; c++) {
            if (isHead(tile, min(wideAt(k) + c, end - tile - 1u))) bits |= 1u << (4u * k + c);
        }
    }
    return bits;
}

#part flags
uint headBits(uint tile, uint end)
{
    if (heads_at % 4u != 0u || end - tile < TILE_SIZE) return bitsOneByOne(tile, end);
    uint bits = 0u;
    for (uint k = 0u; k < VECTORS; k++) bits |= bitsOf(heads4[(heads_at + tile + wideAt(k)) / 4u], uvec4(0u)) << (4u * k);
    return bits;
}

#part keys
// Keys of one word. A lane gets the key before its four from its neighbour.
#include "lib/lanes.glsl#shuffle"

uint headBits(uint tile, uint end)
{
    if (heads_at % 4u != 0u || end - tile < TILE_SIZE) return bitsOneByOne(tile, end);
    uint at = heads_at + tile + wideAt(0u);
    uint before = heads[max(at - 4u * laneIndex(), heads_at + 1u) - 1u];  // the subgroup's words
    uvec4 w[VECTORS];
    for (uint k = 0u; k < VECTORS; k++) w[k] = heads4[at / 4u + k * LANE_COUNT];
    uint bits = at == heads_at ? 1u : 0u;
    for (uint k = 0u; k < VECTORS; k++) {
        // A turn by one lane. The first lane gets the last one's, which the next four need.
        uint turned = laneValue(w[k].w, (laneIndex() + LANE_COUNT - 1u) % LANE_COUNT);
        bits |= bitsOf(w[k], uvec4(laneIndex() == 0u ? before : turned, w[k].xyz)) << (4u * k);
        before = turned;
    }
    return bits;
}

#part any
uint headBits(uint tile, uint end) { return bitsOneByOne(tile, end); }
