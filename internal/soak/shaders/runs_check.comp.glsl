// SPDX-License-Identifier: MIT
// Checks the lengths of runs by their starts, which compact_check checks, and that n follows the
// last start.
// Grid: one invocation an item, in one or two dimensions. Reads: Starts, Lengths. Writes: Ring.
// CPU twin: a loop.
#include "soak/item.glsl"
#include "soak/ring.glsl"

layout(std430, binding = BIND_STARTS) readonly buffer Starts { uint starts[]; };
layout(std430, binding = BIND_LENGTHS) readonly buffer Lengths { uint lengths[]; };
uniform uint starts_from;
uniform uint lengths_from;
uniform uint count;

void main()
{
    uint j = itemIndex();
    checked(j);
    uint runs = ring[slot + SLOT_COUNT];
    if (j == 0u && starts[starts_from + runs] != count) wrong(WRONG_RESULT, runs);
    if (j < runs && lengths[lengths_from + j] != starts[starts_from + j + 1u] - starts[starts_from + j]) wrong(WRONG_RESULT, j);
}
