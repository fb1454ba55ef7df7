// SPDX-License-Identifier: MIT
// The order of records.

#part dense
// Records are in the order of the items: the living, then the newborns.
uint itemsToVisit(uint before, uint born) { return before + born - min(born, FORGET_LAST); }
bool isOld(uint q, uint before) { return q < before; }
bool isFree(uint q) { return false; }
uint newbornOf(uint q, uint before) { return q - before; }
uint slotOf(uint q, uint before) { return q; }

#part dense_bits
// Mask has the bits of items in the same order.
layout(std430, binding = BIND_MASK) writeonly buffer Mask { uint mask_words[]; };
uint maskAt(uint row, uint tile) { return row * mask_stride + tile / 32u; }
#define COUNTED true  // chunks of items are chunks of records

#part index
// Records stay where they were born. The living are visited in the order of their slots, not of
// their birth, so that lanes read neighbours. Bits takes the place of Mask: it has a bit for each
// slot that lives, and update writes which survive. Then come whole tiles of newborns. Index has
// their slots after those of the living, in two halves by side, and their bits are in the second
// half of a row. slots_gather brings all bits into the order of birth.
layout(std430, binding = BIND_MASK) buffer Mask { uint mask_words[]; };
layout(std430, binding = BIND_INDEX) readonly buffer Index { uint index[]; };
uint slotsEnd() { return (slots_used + TILE_SIZE - 1u) / TILE_SIZE * TILE_SIZE; }
uint itemsToVisit(uint before, uint born) { return slotsEnd() + born; }
bool isOld(uint q, uint before) { return q < slotsEnd(); }
bool isFree(uint q) { return q < slotsEnd() && (mask_words[q / 32u] >> (q % 32u) & 1u) == 0u; }
uint newbornOf(uint q, uint before) { return q - slotsEnd(); }
uint slotOf(uint q, uint before) { return q < slotsEnd() ? q : index[side * indexHalf() + before + q - slotsEnd()]; }

#part index_bits
// Mask is declared by the part index.
uint maskAt(uint row, uint tile)
{
    uint bit = tile < slotsEnd() ? tile : mask_stride * 32u + tile - slotsEnd();
    return row * 2u * mask_stride + bit / 32u;
}
#define COUNTED false  // slots_gather counts
