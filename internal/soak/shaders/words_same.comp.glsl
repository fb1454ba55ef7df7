// SPDX-License-Identifier: MIT
// Checks that an area still has the content of words_make, except in the hole for the result.
// Grid: one invocation a word, in one or two dimensions. Reads: Area. Writes: Ring.
// CPU twin: a loop that compares.
#include "soak/item.glsl"
#include "soak/made.glsl"
#include "soak/ring.glsl"

layout(std430, binding = BIND_AREA) readonly buffer Area { uint area[]; };
uniform uint words;
uniform uint what;
uniform uint hole_from;
uniform uint hole_words;
uniform uint hole_bits; // bits of the hole in the word after its words
uniform uint hole_each; // more words for each counted item, for at most hole_most items
uniform uint hole_most;
uniform uint hole_class; // of the counted items

void main()
{
    uint j = itemIndex();
    checked(j);
    if (j >= words) return;
    uint hole = hole_words;
    if (hole_each != 0u) hole += min(ring[slot + SLOT_COUNT + hole_class], hole_most) * hole_each;
    uint differs = area[j] ^ made(j);
    if (j >= hole_from && j - hole_from < hole) differs = 0u;
    if (hole_bits != 0u && j == hole_from + hole) differs >>= hole_bits;
    if (differs != 0u) wrong(what, j - before);
}
