// SPDX-License-Identifier: MIT
// Counts items by bin, one atomicAdd each. Items outside all bins count in bin number bins.
// Grid: one invocation an item, in one or two dimensions. Reads: In, Cuts (the edges). Writes:
// Work, Ring.
// CPU twin: a loop that counts.
#include "soak/item.glsl"
#include "soak/ring.glsl"
#include "soak/rank.glsl"

layout(std430, binding = BIND_IN) readonly buffer In { uint in_words[]; };
layout(std430, binding = BIND_CUTS) readonly buffer Cuts { uint cuts[]; };
layout(std430, binding = BIND_WORK) buffer Work { uint work[]; };
uniform uint in_from;
uniform uint cuts_from;
uniform uint count;
uniform uint bins;
uniform uint by_edges;
uniform uint lower; // in the item's type; floats and a bin's width are whole numbers
uniform uint width;

bool reaches(uint item, uint edge) { return !below(rankOf(uvec2(item, 0u)), rankOf(uvec2(edge, 0u))); }

uint binOf(uint item)
{
    if (by_edges != 0u) {
        uint edges = 0u; // number of edges at or below the item
        uint high = bins + 1u;
        while (edges < high) {
            uint middle = edges + (high - edges) / 2u;
            if (reaches(item, cuts[cuts_from + middle])) edges = middle + 1u;
            else high = middle;
        }
        return edges == 0u ? bins : edges - 1u;
    }
    if (!reaches(item, lower)) return bins;
    uint distance = item - lower;
    if (type == TYPE_F32) distance = uint(int(uintBitsToFloat(item)) - int(uintBitsToFloat(lower)));
    return min(distance / width, bins);
}

void main()
{
    uint i = itemIndex();
    checked(i);
    if (i < count) atomicAdd(work[binOf(in_words[in_from + i])], 1u);
}
