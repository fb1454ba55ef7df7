// SPDX-License-Identifier: MIT
// The items that an invocation counts of the tile from item tile to end, as words. Item k has the
// index itemAt(k) in the tile; past the end it is another item. With LOADS_AHEAD the first tile is
// loaded before the bins are cleared.

#part items
// Items of any source. Past the end the last item is read again: a branch would split the loads.
const bool LOADS_AHEAD = false;

uint itemAt(uint k) { return k * GROUP_SIZE + threadIndex(); }

void loadItems(uint tile, uint end, out uint item[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) item[k] = TO_WORDS(valueAt(tile + min(itemAt(k), end - tile - 1u)));
}

#part fours
// Words of Src, four at a time where Src begins at a multiple of four words, and else one by one.
// An H200 counts 2^24 words in 26.6 us so, and in 31.4 one by one with LOADS_AHEAD.
layout(std430, binding = BIND_SRC) readonly buffer Src4 { uvec4 src4[]; };
const bool LOADS_AHEAD = true;

uint itemAt(uint k) { return 4u * (k / 4u * GROUP_SIZE + threadIndex()) + k % 4u; }

void loadItems(uint tile, uint end, out uint item[ITEMS_PER_THREAD])
{
    // A tile is a multiple of four words; past the end the last four are read again.
    if (src_at % 4u == 0u && (end % 4u == 0u || end - tile >= TILE_SIZE)) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k += 4u) {
            uvec4 w = src4[(src_at + tile + min(itemAt(k), end - tile - 4u)) / 4u];
            for (uint c = 0u; c < 4u; c++) item[k + c] = w[c];
        }
    } else {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) item[k] = src[src_at + tile + min(itemAt(k), end - tile - 1u)];
    }
}
