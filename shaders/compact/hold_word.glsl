// SPDX-License-Identifier: MIT
// Records of one word that are kept when it is not 0: the word is held until its place is known.
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint src_at;

uint hold(uint i) { return src[src_at + i]; }
void putHeld(uint to, uint i, uint held) { dst[dst_at + to] = held; }

// What is held of a tile: a whole one needs no look at where the records end.
void holdTile(uint begin, uint first, uint n, out uint held[ITEMS_PER_THREAD])
{
    if (n - begin >= TILE_SIZE) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = hold(first + k * LANE_COUNT);
    } else {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            held[k] = 0u;
            if (first + k * LANE_COUNT < n) held[k] = hold(first + k * LANE_COUNT);
        }
    }
}
