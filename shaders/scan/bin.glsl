// SPDX-License-Identifier: MIT
// The bin of an item.

#part even
// Bins of BIN_WIDTH integers from LOWER on. Modulo 2^32 the distance from LOWER is right for int
// and uint. All bins together are no larger than the type's range, so an item below LOWER lies past
// the last bin.
uint binOf(uint item)
{
    uint distance = item - LOWER;
    if (distance > SPAN_LAST) return BINS;
    // min is for one bin of all 2^32 numbers, whose width exceeds a uint: BIN_WIDTH is one less.
    return min(distance / BIN_WIDTH, BINS - 1u);
}

#part even_float
// Even bins over LOWER <= x < UPPER, as floats. They are compared by their bits, because compilers
// may assume that there is no NaN, and drivers may flush denormals to 0. The bin is exact to the
// rounding of a float, hence precise.
#include "lib/key.glsl#number"

uint binOf(uint item)
{
    uint key = sortable(item);
    if (key < sortable(LOWER_BITS) || key >= sortable(UPPER_BITS)) return BINS;
    precise float distance = uintBitsToFloat(item) - uintBitsToFloat(LOWER_BITS);
    precise float place = distance * uintBitsToFloat(SCALE_BITS);
    return min(uint(floor(place)), BINS - 1u);
}

#part edges
// Bins between BINS + 1 ascending edges: binary search for the number of edges that are not above
// the item. sortable() comes from the slot KEY. NaN lies beyond both infinities there, so it is in
// no bin.
#include <KEY>
#include "scan/bin.glsl#edges_buffer"

uint binOf(uint item)
{
    uint key = sortable(item);
    uint below = 0u;
    for (uint jump = FIRST_JUMP; jump > 0u; jump /= 2u) {
        uint next = below + jump;
        if (next <= BINS + 1u && sortable(edges[edges_at + next - 1u]) <= key) below = next;
    }
    return below == 0u ? BINS : below - 1u; // BINS past the last edge, too
}

#part edges_buffer
layout(std430, binding = BIND_EDGES) readonly buffer Edges { uint edges[]; };
uniform uint edges_at;
