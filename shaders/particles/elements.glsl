// SPDX-License-Identifier: MIT
// The arguments of an indexed draw call.

#part none
// No arguments for glDrawElementsIndirect.
void writeElements(uint indices, uint instances) {}

#part draw
// A DrawElementsIndirectCommand, in a buffer of its own.
layout(std430, binding = BIND_ELEMENTS) writeonly buffer Elements { uint elements[5]; };
void writeElements(uint indices, uint instances)
{
    elements[0] = indices;
    elements[1] = instances;
}
