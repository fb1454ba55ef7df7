// SPDX-License-Identifier: MIT
// The arguments of an indexed draw call.

#part none
// No arguments for glDrawElementsIndirect.
void writeElements(uint indices, uint instances) {}

#part draw
// A DrawElementsIndirectCommand, in a buffer of its own as the DrawArraysIndirectCommand is.
layout(std430, binding = BIND_ELEMENTS) writeonly buffer Elements {
    uint elements_indices;
    uint elements_instances;
    uint elements_first;
    uint elements_base_vertex;
    uint elements_base_instance;
};
uniform uint base_vertex;

void writeElements(uint indices, uint instances)
{
    elements_indices = indices;
    elements_instances = instances;
    elements_first = first_vertex;
    elements_base_vertex = base_vertex;
    elements_base_instance = base_instance;
}
