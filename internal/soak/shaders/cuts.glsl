// SPDX-License-Identifier: MIT
// Segments by offsets, which are in Cuts.
layout(std430, binding = BIND_CUTS) readonly buffer Cuts { uint cuts[]; };
uniform uint cuts_from;
uniform uint segments;

// The number of offsets (segments + 1 of them) that are at most i.
uint cutsUpTo(uint i)
{
    uint low = 0u;
    uint high = segments + 1u;
    while (low < high) {
        uint middle = low + (high - low) / 2u;
        if (cuts[cuts_from + middle] <= i) low = middle + 1u;
        else high = middle;
    }
    return low;
}
