// SPDX-License-Identifier: MIT
// Walks each worker's chunk of the merged arrays again and writes the results of a set operation,
// in order, behind those of the workers before. The last worker writes their number.
// Grid: one workgroup a worker. Reads: A, B, Count (of A), SegmentCount (of B), Totals. Writes:
// Dst, Number, Fault.
// CPU twin: the loop in sets_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "merge/sizes.glsl#fault"
#include "lib/worker.glsl#chunk"
#include "lib/worker.glsl#spine"
#include <KEYS>
#include "merge/set.glsl"

layout(local_size_x = GROUP_SIZE) in;
#include <PUT>
layout(std430, binding = BIND_NUMBER) writeonly buffer Number { uint result_number; };
uniform uint room;  // of Dst; arrays that are not in order could have more results

void main()
{
    uint worker = workgroupIndex();
    uint na = itemCount();
    uint nb = secondCount();
    uint t = threadIndex();
    uint end = chunkBegin(worker + 1u, na + nb);
    if (worker == 0u && t == 0u) checkCounts();

    uint base = totalsBefore(0u, worker);
    for (uint tile = chunkBegin(worker, na + nb); tile < end; tile += TILE_SIZE) {
        KEY v[ITEMS_PER_THREAD];
        uint kept = setItems(uvec2(tile, min(end - tile, TILE_SIZE) + tile), na, nb, 0u, v);
        uint total;
        uint to = groupExclusive(uint(bitCount(kept)), total);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if ((kept >> k & 1u) == 0u) continue;
            tile_keys[placeOf(to)] = v[k];
            to++;
        }
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            KEY key = tileKey(i);
            if (i < total && base + i < room) putKey(base + i, key);
        }
        base += total;
        if (end - tile <= TILE_SIZE) break;
    }
    if (worker == workers - 1u && t == 0u) result_number = min(base, room);
}
