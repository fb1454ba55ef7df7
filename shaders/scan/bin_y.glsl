// SPDX-License-Identifier: MIT
// The second axis of a histogram. cellOf returns the index of a pair of bins, where bin is BINS for
// an item in no bin of the first axis. Then the second coordinates (SECOND_ITEM): secondAt(i) is
// that of item i, as a word.

#part none
// One axis.
uint cellOf(uint bin, uint item) { return bin; }

#part even
// scan/bin.glsl#even.
uint secondBin(uint item)
{
    uint distance = item - Y_LOWER;
    if (distance > Y_SPAN_LAST) return Y_BINS;
    return min(distance / Y_BIN_WIDTH, Y_BINS - 1u);
}
#include "scan/bin_y.glsl#cells"

#part even_float
// scan/bin.glsl#even_float.
#include "scan/bin_y.glsl#order"

uint secondBin(uint item)
{
    uint key = secondOrder(item);
    if (key < secondOrder(Y_LOWER_BITS) || key >= secondOrder(Y_UPPER_BITS)) return Y_BINS;
    precise float distance = uintBitsToFloat(item) - uintBitsToFloat(Y_LOWER_BITS);
    precise float place = distance * uintBitsToFloat(Y_SCALE_BITS);
    return min(uint(floor(place)), Y_BINS - 1u);
}
#include "scan/bin_y.glsl#cells"

#part edges
// scan/bin.glsl#edges. The edges begin at word Y_EDGES of Edges, behind those of the first axis.
#include "scan/bin.glsl#edges_buffer"
#include "scan/bin_y.glsl#order"

uint secondBin(uint item)
{
    uint key = secondOrder(item);
    uint below = 0u;
    for (uint jump = Y_FIRST_JUMP; jump > 0u; jump /= 2u) {
        uint next = below + jump;
        if (next <= Y_BINS + 1u && secondOrder(edges[edges_at + Y_EDGES + next - 1u]) <= key) below = next;
    }
    return below == 0u ? Y_BINS : below - 1u;
}
#include "scan/bin_y.glsl#cells"

#part order
// The order of coordinates of the type Y_TYPE: sortable of lib/key.glsl#uint, #int and #number,
// under a name of its own, as the axes may have different types.
uint secondOrder(uint item)
{
    if (Y_TYPE == 0) return item;
    if (Y_TYPE == 1) return item ^ 0x80000000u;
    uint key = item == 0x80000000u ? 0u : item;
    return key ^ ((key >> 31) != 0u ? 0xFFFFFFFFu : 0x80000000u);
}

#part cells
uint cellOf(uint bin, uint item)
{
    uint y = secondBin(item);
    return bin < BINS && y < Y_BINS ? bin * Y_BINS + y : BINS * Y_BINS;
}

#part item_none
// SECOND_ITEM: one axis.
uint secondAt(uint i) { return 0u; }

#part item_words
// SECOND_ITEM: a word for each record.
layout(std430, binding = BIND_SECOND) readonly buffer Second { uint second[]; };
uniform uint second_at;

uint secondAt(uint i) { return second[second_at + recordOf(i)]; }

#part item_mapped
// SECOND_ITEM: the caller's own mapY(RECORD, uint index). SECOND_WORDS makes a word of its result.
uint secondAt(uint i) { return SECOND_WORDS(mapY(recordAt(i), i)); }
