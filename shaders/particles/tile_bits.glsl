// SPDX-License-Identifier: MIT
// Collects the bits of a tile's items for Mask. An invocation passes the bits of its items in a
// word, ROWS for each. Lanes vote after a barrier, because the caller's code may have diverged.
// Call clearBits before any call of collectBits.
#define LANE_BIT_ROWS ROWS
#define LANE_BIT_WORDS (TILE_SIZE / 32u)
#include "lib/lanes.glsl#bits"

// Afterwards lane_bits holds the rows, one after the other. Contains barriers.
void collectBits(uint bits)
{
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        for (uint r = 0u; r < ROWS; r++) setBit(r, k * GROUP_SIZE + threadIndex(), (bits >> (k * ROWS + r) & 1u) != 0u);
    }
    sync();
}

// The number of bits set in a row.
uint bitsIn(uint row)
{
    uint sum = 0u;
    for (uint w = 0u; w < LANE_BIT_WORDS; w++) sum += uint(bitCount(lane_bits[row * LANE_BIT_WORDS + w]));
    return sum;
}

bool isSet(uint row, uint i) { return (lane_bits[row * LANE_BIT_WORDS + i / 32u] >> (i % 32u) & 1u) != 0u; }

// The number of bits set before item i of the tile.
uint rankOf(uint row, uint i)
{
    uint rank = 0u;
    for (uint w = 0u; w < i / 32u; w++) rank += uint(bitCount(lane_bits[row * LANE_BIT_WORDS + w]));
    return rank + uint(bitCount(lane_bits[row * LANE_BIT_WORDS + i / 32u] & ((1u << (i % 32u)) - 1u)));
}
