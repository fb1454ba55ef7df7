// SPDX-License-Identifier: MIT
// The outputs of an expansion (SINK): putOwners writes items first to items - 1 of a tile, whose
// segments are base + tile_owners. Neighbours write neighbours.

#part indices
// The index of each item's segment and, with has_ranks, the item's place in the segment.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
layout(std430, binding = BIND_RANKS) writeonly buffer Ranks { uint ranks[]; };
uniform uint dst_at;
uniform uint ranks_at;
uniform uint has_ranks;

void putOwners(uint tile, uint first, uint items, uint base)
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i >= items) break;
        if (i < first) continue;
        uint owner = base + tile_owners[placeOf(i)];
        dst[dst_at + tile + i] = owner;
        if (has_ranks != 0u) ranks[ranks_at + tile + i] = tile + i - offsetAt(owner);
    }
}

#part records
// The record of each item's segment, of STRIDE_WORDS words. Neighbours take consecutive words.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
layout(std430, binding = BIND_VALUES) readonly buffer Values { uint values[]; };
uniform uint dst_at;
uniform uint values_at;

void putOwners(uint tile, uint first, uint items, uint base)
{
    for (uint k = 0u; k < ITEMS_PER_THREAD * STRIDE_WORDS; k++) {
        uint w = k * GROUP_SIZE + threadIndex();
        uint i = w / STRIDE_WORDS;
        if (i >= items) break;
        if (i < first) continue;
        uint owner = base + tile_owners[placeOf(i)];
        dst[dst_at + tile * STRIDE_WORDS + w] = values[values_at + owner * STRIDE_WORDS + w % STRIDE_WORDS];
    }
}
