// SPDX-License-Identifier: MIT
// The result of a compaction, ready for indirect calls: a DrawArraysIndirectCommand, the three numbers of a
// DispatchIndirectCommand, and the count. Draw arguments come first: a buffer of their own, at offset 0.
layout(std430, binding = BIND_ARGS) writeonly buffer Args {
    uint draw_vertices;
    uint draw_instances;
    uint draw_first;
    uint draw_base_instance;
    uint dispatch_x;
    uint dispatch_y;
    uint dispatch_z;
    uint kept_count;
};
uniform uint vertices_per_item;
uniform uint items_per_group;
uniform uint group_limit;  // workgroups that the driver takes on one axis

void writeArgs(uint kept)
{
    uint groups = kept / items_per_group + min(kept % items_per_group, 1u);
    draw_vertices = kept * vertices_per_item;
    draw_instances = 1u;
    draw_first = 0u;
    draw_base_instance = 0u;
    dispatch_x = min(groups, group_limit);
    dispatch_y = groups / group_limit + min(groups % group_limit, 1u);
    dispatch_z = 1u;
    kept_count = kept;
}
