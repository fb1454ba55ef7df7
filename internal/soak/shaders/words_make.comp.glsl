// SPDX-License-Identifier: MIT
// Fills an area of the soak test: inputs, and junk where results will be written.
// Grid: one invocation a word, in one or two dimensions. Reads: nothing. Writes: Area.
// CPU twin: none; words_same.
#include "soak/item.glsl"
#include "soak/made.glsl"

layout(std430, binding = BIND_AREA) writeonly buffer Area { uint area[]; };
uniform uint words;

void main()
{
    uint j = itemIndex();
    if (j < words) area[j] = made(j);
}
