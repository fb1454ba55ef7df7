// SPDX-License-Identifier: MIT
// Moves the sorted long items (radix/window.glsl#table) to their places: item i of the result goes
// to the place of long item i, because the places ascend.
// Grid: one workgroup for each TILE_SIZE items, in one or two dimensions. Reads: Keys, Order,
// Places, Count, the payload. Writes: DstKeys; its payload, if has_payload is 1.
// CPU twin: segment_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include <KEYS>
#include <PUT>
#include <PAYLOAD>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint order[]; };
layout(std430, binding = BIND_PLACES) readonly buffer Places { uint places[]; };
uniform uint order_at;
uniform uint places_at;
uniform uint has_payload;

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    if (group > n / TILE_SIZE) return;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = group * TILE_SIZE + k * GROUP_SIZE + gl_LocalInvocationIndex;
        if (i >= n) break;
        uint from = order[order_at + i];
        uint to = places[places_at + i];
        putKey(to, keyAt(from));
        if (has_payload != 0u) putPayload(to, payloadAt(places[places_at + from]));
    }
}
