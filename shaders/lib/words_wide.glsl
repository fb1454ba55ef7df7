// SPDX-License-Identifier: MIT
// Words of Src four at a time: one fetch and one check of its bounds where there were four. Where
// Src does not begin at a multiple of four words, and in a tile that is not whole, they come one by
// one. src and src_at stand before this.
#pragma optionNV(unroll all)
#define VECTORS (ITEMS_PER_THREAD / 4u)
layout(std430, binding = BIND_SRC) readonly buffer Src4 { uvec4 src4[]; };

// Where the invocation's k-th four begin in a tile: a subgroup has a run of it, and its lanes have
// neighbours.
uint wideAt(uint k) { return 4u * ((subgroupIndex() * VECTORS + k) * LANE_COUNT + laneIndex()); }

// Whether all of a tile's words may be fetched so: the same for a workgroup.
bool isWide(uint tile, uint end) { return src_at % 4u == 0u && end - tile >= TILE_SIZE; }

// All words of an invocation of the tile that begins at word tile and ends before end; behind that
// stand others. The branch is around all loads, as one around each would part them.
void tileWords(uint tile, uint end, bool wide, out uvec4 w[VECTORS])
{
    if (wide) {
        for (uint k = 0u; k < VECTORS; k++) w[k] = src4[(src_at + tile + wideAt(k)) / 4u];
    } else {
        for (uint k = 0u; k < VECTORS; k++) {
            for (uint c = 0u; c < 4u; c++) w[k][c] = src[src_at + min(tile + wideAt(k) + c, end - 1u)];
        }
    }
}
