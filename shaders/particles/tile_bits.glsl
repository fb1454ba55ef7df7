// SPDX-License-Identifier: MIT
// The bits of a tile's items on their way to Mask. An invocation brings those of its items in a word, ROWS for each: lanes
// vote behind a barrier, as the caller's code may have parted them. Call clearBits before anybody calls collectBits.
#define LANE_BIT_ROWS ROWS
#define LANE_BIT_WORDS (TILE_SIZE / 32u)
#include "lib/lane_bits.glsl"

// Then lane_bits holds the rows, one after the other. Contains barriers.
void collectBits(uint bits)
{
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        for (uint r = 0u; r < ROWS; r++) setBit(r, k * GROUP_SIZE + threadIndex(), (bits >> (k * ROWS + r) & 1u) != 0u);
    }
    sync();
}

// How many of a row are set.
uint bitsIn(uint row)
{
    uint sum = 0u;
    for (uint w = 0u; w < LANE_BIT_WORDS; w++) sum += uint(bitCount(lane_bits[row * LANE_BIT_WORDS + w]));
    return sum;
}
