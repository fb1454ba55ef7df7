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

#part results_of_indices results_of_records
// The results of the caller's own finish, of RECORD if there is one, the index of each item's
// segment, the item's place in the segment, and the item. Reflection checks the array strides.
#include <ITEM_RESULT>
layout(std430, binding = BIND_DST) writeonly buffer Dst { RESULT dst[]; };
uniform uint dst_at;

#part results_of_indices
layout(std430, binding = BIND_RANKS) writeonly buffer Ranks { uint ranks[]; };
uniform uint ranks_at;
uniform uint has_ranks;

void putResult(uint i, uint owner, uint rank)
{
    dst[dst_at + i] = finish(owner, rank, i);
    if (has_ranks != 0u) ranks[ranks_at + i] = rank;
}

#part results_of_records
layout(std430, binding = BIND_VALUES) readonly buffer Values { RECORD values[]; };
uniform uint values_at;

void putResult(uint i, uint owner, uint rank) { dst[dst_at + i] = finish(values[values_at + owner], owner, rank, i); }

#part results_of_indices results_of_records
void putOwners(uint tile, uint first, uint items, uint base)
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i >= items) break;
        if (i < first) continue;
        uint owner = base + tile_owners[placeOf(i)];
        putResult(tile + i, owner, tile + i - offsetAt(owner));
    }
}

#part put_numbers
// PUT: putNumber writes a number of a permutation.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;

void putNumber(uint i, uint number) { dst[dst_at + i] = number; }

#part put_results
// PUT: the result of the caller's own finish of the number and its place.
#include <ITEM_RESULT>
layout(std430, binding = BIND_DST) writeonly buffer Dst { RESULT dst[]; };
uniform uint dst_at;

void putNumber(uint i, uint number) { dst[dst_at + i] = finish(number, i); }
