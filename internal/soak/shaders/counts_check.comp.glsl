// SPDX-License-Identifier: MIT
// Compares the counts that a compaction wrote with the counts of class_count.
// Grid: one workgroup. Reads: Args. Writes: Ring. CPU twin: a comparison.
#include "soak/item.glsl"
#include "soak/ring.glsl"

layout(std430, binding = BIND_ARGS) readonly buffer Args { uint args[]; };
uniform uint counts_at;
uniform uint found_at;
uniform uint draw_at;
uniform uint classes;
uniform uint room;
uniform uint others_room;

void main()
{
    uint i = itemIndex();
    checked(i);
    if (i != 0u) return;
    uint found = ring[slot + SLOT_COUNT];
    uint kept = min(found, room);
    if (args[counts_at] != kept || args[draw_at] != kept) wrong(WRONG_COUNT, args[counts_at]);
    if (args[found_at] != found) wrong(WRONG_COUNT, args[found_at]);
    for (uint c = 1u; c < classes; c++) {
        if (args[counts_at + c] != min(ring[slot + SLOT_COUNT + c], others_room)) wrong(WRONG_COUNT, args[counts_at + c]);
    }
}
