// SPDX-License-Identifier: MIT
// Gathers the keys of long items (radix/window.glsl#table) and their places, in order.
// Grid: one workgroup for each TILE_SIZE long items, in one or two dimensions. Reads: Keys, Table,
// Count. Writes: DstKeys, Places. CPU twin: segment_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include <KEYS>
#include <PUT>
#include "radix/window.glsl#table"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_PLACES) writeonly buffer Places { uint places[]; };
uniform uint places_at;

// The window of long item i, among windows low to high.
uint windowOf(uint low, uint high, uint i)
{
    while (low < high) {
        uint middle = (low + high + 1u) / 2u;
        if (table[wordLong(middle)] <= i) low = middle;
        else high = middle - 1u;
    }
    return low;
}

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    if (group > n / TILE_SIZE || group * TILE_SIZE >= n) return;
    uint end = min(group * TILE_SIZE + TILE_SIZE, n);
    uint low = windowOf(0u, windows - 1u, group * TILE_SIZE);
    uint high = windowOf(low, windows - 1u, end - 1u);
    for (uint i = group * TILE_SIZE + gl_LocalInvocationIndex; i < end; i += GROUP_SIZE) {
        uint w = windowOf(low, high, i);
        uint rank = i - table[wordLong(w)];
        uint place = w * WINDOW + rank + (rank < table[wordLead(w)] ? 0u : table[wordShift(w)]);
        places[places_at + i] = place;
        putKey(i, keyAt(place));
    }
}
