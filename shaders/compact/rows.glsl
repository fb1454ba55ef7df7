// SPDX-License-Identifier: MIT
// A tile of records that an invocation moves alone. A subgroup has a run of the tile, row by row,
// so that its lanes read neighbours and write the kept ones as neighbours. Only the subgroups' sums
// are in shared memory.
#include "lib/group.glsl#scan"
#include "compact/args.glsl"

layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;
#include <HOLD>

uint rowsBegin(uint tile) { return tile + subgroupIndex() * ITEMS_PER_THREAD * LANE_COUNT + laneIndex(); }

// Holds the records of the tile that begins at record tile: 0 for a record that is not kept. kept
// has the lanes that keep their record, total the number kept in the tile. Returns the place in the
// tile of the first record that this subgroup keeps.
uint holdRows(uint tile, uint n, out uint held[ITEMS_PER_THREAD], out LaneMask kept[ITEMS_PER_THREAD], out uint total)
{
    holdTile(tile, rowsBegin(tile), n, held);
    uint sum = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        kept[k] = laneBallot(held[k] != 0u);
        sum += maskCount(kept[k]);
    }
    return subgroupsBefore(sum, total);
}

// Writes the held records from at on.
void putRows(uint tile, uint at, uint held[ITEMS_PER_THREAD], LaneMask kept[ITEMS_PER_THREAD])
{
    uint end = CLAMPED != 0 ? room : 0xFFFFFFFFu;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint to = at + maskCount(kept[k] & lanesBelow());
        if (held[k] != 0u) {
            if (CLAMPED == 0 || to < end) putHeld(to, rowsBegin(tile) + k * LANE_COUNT, held[k]);
        }
        at += maskCount(kept[k]);
    }
}
