// SPDX-License-Identifier: MIT
// Counts the records of each class, one atomicAdd each.
// Grid: one invocation a record, in one or two dimensions. Reads: In, Cuts. Writes: Ring. CPU twin:
// a loop that counts.
#include "soak/item.glsl"
#include "soak/ring.glsl"
#include "soak/class.glsl"

void main()
{
    uint i = itemIndex();
    checked(i);
    if (i < count) atomicAdd(ring[slot + SLOT_COUNT + classOf(i)], 1u);
}
