// SPDX-License-Identifier: MIT
// Compares a result with the counts in Work.
// Grid: one invocation a word, in one or two dimensions. Reads: Out, Work. Writes: Ring. CPU twin:
// a loop that compares.
#include "soak/item.glsl"
#include "soak/ring.glsl"

layout(std430, binding = BIND_OUT) readonly buffer Out { uint out_words[]; };
layout(std430, binding = BIND_WORK) readonly buffer Work { uint work[]; };
uniform uint out_from;
uniform uint count;

void main()
{
    uint i = itemIndex();
    checked(i);
    if (i < count && out_words[out_from + i] != work[i]) wrong(WRONG_RESULT, i);
}
