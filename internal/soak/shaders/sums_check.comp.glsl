// SPDX-License-Identifier: MIT
// Compares the sums or the count of a trial's checks: words of its slot with each other, or one
// with a number.
// Grid: one workgroup. Reads: nothing else. Reads and writes: Ring. CPU twin: a comparison.
#include "soak/item.glsl"
#include "soak/ring.glsl"

uniform uint counted; // 1: compare SLOT_COUNT with number; 0: compare the sums
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
