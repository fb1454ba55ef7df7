// SPDX-License-Identifier: MIT
// The result of a compaction for indirect calls.

#part args split ends
// A DrawArraysIndirectCommand, the three numbers of a DispatchIndirectCommand, and the counts. Draw
// arguments come first, at offset 0 of the buffer.
layout(std430, binding = BIND_ARGS) writeonly buffer Args {
    uint draw_vertices;
    uint draw_instances;
    uint draw_first;
    uint draw_base_instance;
    uint dispatch_x;
    uint dispatch_y;
    uint dispatch_z;
    uint class_counts[3];  // records written by class; with compaction the first is the number kept
    uint found_count;      // records kept, including those for which dst had no room
};
uniform uint vertices_per_item;
uniform uint instanced;    // 1: an item is one instance; 0: vertices_per_item vertices
uniform uint first_vertex; // or the first index
uniform uint base_instance;
uniform uint items_per_group;
uniform uint group_limit;  // workgroups that the driver allows on one axis
uniform uint room;         // records that fit in Dst, if CLAMPED
#part split
uniform uint others_room;  // records that fit in Others
#part args split ends
#include <ELEMENTS>

// Workgroups beyond the limit of an axis go to further rows. The last row may have more than are
// needed; the caller's shader compares with the count.
void writeArgs(uint kept, uint found)
{
    uint groups = kept / items_per_group + min(kept % items_per_group, 1u);
    uint vertices = instanced != 0u ? vertices_per_item : kept * vertices_per_item;
    uint instances = instanced != 0u ? kept : 1u;
    draw_vertices = vertices;
    draw_instances = instances;
    draw_first = first_vertex;
    draw_base_instance = base_instance;
    dispatch_x = min(groups, group_limit);
    dispatch_y = groups / group_limit + min(groups % group_limit, 1u);
    dispatch_z = 1u;
    class_counts[0] = kept;
    found_count = found;
    writeElements(vertices, instances);
}

#part args
// Writes the arguments for as many of the found records as fit in Dst, and returns that number.
uint writeFound(uint found)
{
    uint kept = CLAMPED != 0 ? min(found, room) : found;
    if (kept < found) atomicOr(fault_bits, FAULT_OVERFLOW);
    writeArgs(kept, found);
    return kept;
}

#part split
// Places of the others: place OTHERS + i is record i of Others. Places in Dst are below 2^31.
const uint OTHERS = 0x80000000u;

// Writes how many of the others fit in Others.
void writeOthers(uint found)
{
    class_counts[1] = min(found, others_room);
    if (found > others_room) atomicOr(fault_bits, FAULT_OVERFLOW);
}

// Writes the arguments as in the part args, and the number of the others.
uint writeFound(uint found)
{
    uint kept = min(found, room);
    if (kept < found) atomicOr(fault_bits, FAULT_OVERFLOW);
    writeArgs(kept, found);
    writeOthers(itemCount() - found);
    return kept;
}

#part ends
// Writes the arguments, and the numbers of both classes. Dst has room for all.
uint writeFound(uint found)
{
    writeArgs(found, found);
    class_counts[1] = itemCount() - found;
    return found;
}

#part elements_none
// No arguments for glDrawElementsIndirect.
void writeElements(uint indices, uint instances) {}

#part elements_draw
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
