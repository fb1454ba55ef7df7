// SPDX-License-Identifier: MIT
// Computes the number of the segment of each long item (radix/window.glsl#table), in the order of
// the keys: the window in which the segment started.
// Grid: one workgroup for each TILE_SIZE items, in one or two dimensions. Reads: Order, Places,
// Table, Count. Writes: Ids. CPU twin: segment_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "radix/window.glsl#table"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint order[]; };
layout(std430, binding = BIND_PLACES) readonly buffer Places { uint places[]; };
layout(std430, binding = BIND_IDS) writeonly buffer Ids { uint ids[]; };
uniform uint order_at;
uniform uint places_at;
uniform uint ids_at;

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    if (group > n / TILE_SIZE) return;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = group * TILE_SIZE + k * GROUP_SIZE + gl_LocalInvocationIndex;
        if (i >= n) break;
        uint place = places[places_at + order[order_at + i]];
        uint w = place / WINDOW;
        ids[ids_at + i] = place % WINDOW < table[wordLead(w)] ? table[wordStart(w)] : w;
    }
}
