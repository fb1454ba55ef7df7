// SPDX-License-Identifier: MIT
// Gathers the keys of long items (radix/window.glsl#long) and their places, in order.
// Grid: one workgroup a window, in one or two dimensions. Reads: Keys, Long, Count. Writes:
// DstKeys, Places. CPU twin: segment_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include <KEYS>
#include <PUT>
#include "radix/window.glsl#long"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_PLACES) writeonly buffer Places { uint places[]; };
uniform uint places_at;

void main()
{
    uint n = itemCount();
    uint w = workgroupIndex();
    if (w >= windows || w * WINDOW >= n) return;
    uint to = longBefore(w);
    uint items = longBefore(w + 1u) - to;
    if (items == 0u) return;
    uint first = longFirst(w);
    uint owned = min(WINDOW, n - w * WINDOW);
    for (uint i = gl_LocalInvocationIndex; i < items; i += GROUP_SIZE) {
        uint place = w * WINDOW + (i < first ? i : owned - items + i);
        places[places_at + to + i] = place;
        putKey(to + i, keyAt(place));
    }
}
