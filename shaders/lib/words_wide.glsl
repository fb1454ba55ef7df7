// SPDX-License-Identifier: MIT
// Words of Src four at a time: one fetch and one check of its bounds where there were four. Where Src does not begin at a
// multiple of four words, and in a tile that is not whole, they come one by one. src and src_at stand before this.
#pragma optionNV(unroll all)
#define VECTORS (ITEMS_PER_THREAD / 4u)
layout(std430, binding = BIND_SRC) readonly buffer Src4 { uvec4 src4[]; };

// Where the invocation's k-th four begin in a tile: a subgroup has a run of it, and its lanes have neighbours.
uint wideAt(uint k) { return 4u * ((subgroupIndex() * VECTORS + k) * LANE_COUNT + laneIndex()); }

// Whether all of a tile's words may be fetched so: the same for a workgroup.
bool isWide(uint tile, uint end) { return src_at % 4u == 0u && end - tile >= TILE_SIZE; }

// Words i to i + 3, 0 from end on. i is a multiple of 4.
uvec4 wordsWide(uint i, uint end, bool wide)
{
    if (wide) return src4[(src_at + i) / 4u];
    uvec4 w = uvec4(0u);
    if (i < end) w.x = src[src_at + i];
    if (i + 1u < end) w.y = src[src_at + i + 1u];
    if (i + 2u < end) w.z = src[src_at + i + 2u];
    if (i + 3u < end) w.w = src[src_at + i + 3u];
    return w;
}
