// SPDX-License-Identifier: MIT
// Compares what the trial's checks counted: words of its slot with others, or the first with a
// number.
// Grid: one workgroup. Reads: nothing else. Reads and writes: Ring. CPU twin: a comparison.
#include "soak/item.glsl"
#include "soak/ring.glsl"

uniform uint counted; // compare SLOT_COUNT with number, not the sums with each other
uniform uint number;

void main()
{
    uint i = itemIndex();
    checked(i);
    if (i != 0u) return;
    if (counted != 0u) {
        if (ring[slot + SLOT_COUNT] != number) wrong(WRONG_COUNT, number);
    } else if (ring[slot + SLOT_SUMS] != ring[slot + SLOT_SUMS + 2u] || ring[slot + SLOT_SUMS + 1u] != ring[slot + SLOT_SUMS + 3u]) {
        wrong(WRONG_COUNT, 0u);
    }
}
