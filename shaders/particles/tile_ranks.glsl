// SPDX-License-Identifier: MIT
// The ranks of a tile's items among those whose bit is set in a row.

#part mask
// The bits of Mask.
layout(std430, binding = BIND_MASK) readonly buffer Mask { uint mask[]; };
uint wordOfBits(uint row, uint tile, uint w) { return mask[row * mask_stride + tile / 32u + w]; }
#include "particles/tile_ranks.glsl#load"

#part load
// loadRanks, from the words of wordOfBits(row, first item of the tile, word of the tile). Contains
// barriers.
#define TILE_WORDS (TILE_SIZE / 32u)
shared uint word_bits[ROWS * TILE_WORDS];
shared uint word_before[ROWS * TILE_WORDS];

// Loads the tile's bits of every row; found is the number set in each. A sync must follow.
void loadRanks(uint tile, out uint found[ROWS])
{
    for (uint r = 0u; r < ROWS; r++) {
        uint w = threadIndex();
        uint bits = 0u;
        if (w < TILE_WORDS) bits = wordOfBits(r, tile, w);
        uint total;
        uint before = groupExclusive(uint(bitCount(bits)), total);
        if (w < TILE_WORDS) {
            word_bits[r * TILE_WORDS + w] = bits;
            word_before[r * TILE_WORDS + w] = before;
        }
        found[r] = total;
    }
}

bool isSet(uint row, uint i) { return (word_bits[row * TILE_WORDS + i / 32u] >> (i % 32u) & 1u) != 0u; }

// The number of bits set before item i of the tile.
uint rankOf(uint row, uint i)
{
    uint w = row * TILE_WORDS + i / 32u;
    return word_before[w] + uint(bitCount(word_bits[w] & ((1u << (i % 32u)) - 1u)));
}
