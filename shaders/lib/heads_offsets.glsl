// SPDX-License-Identifier: MIT
// A segment begins at each item that an offset names (lib/offsets.glsl). Each tile's heads are gathered as bits in shared
// memory: one search a tile, not one an item.
#include "lib/offsets.glsl"

shared uint head_bits[TILE_SIZE / 32u + 1u];  // of a tile, and the item after it

void tileBegin(uint tile, uint end)
{
    sync();  // those who read the tile before have done
    for (uint w = threadIndex(); w <= TILE_SIZE / 32u; w += GROUP_SIZE) head_bits[w] = 0u;
    sync();
    uint segments = segmentCount();
    for (uint s = firstOffsetFrom(tile) + threadIndex(); s <= segments; s += GROUP_SIZE) {
        uint i = offsetAt(s) - tile;
        if (i > TILE_SIZE) break;
        atomicOr(head_bits[i / 32u], 1u << (i % 32u));
    }
    sync();
}
bool isHead(uint tile, uint i) { return (head_bits[i / 32u] >> (i % 32u) & 1u) != 0u; }
