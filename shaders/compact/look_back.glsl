// SPDX-License-Identifier: MIT
// The look-back of a compaction. isKept(i) is defined before this.

// The number of kept records in a whole tile, for the fallback. One record at a time: the fallback
// is rare, and an array would take registers from the common path.
uint tileAggregate(uint tile)
{
    uint end = min(tile * TILE_SIZE + TILE_SIZE, itemCount());
    uint sum = 0u;
    for (uint i = tile * TILE_SIZE + threadIndex(); i < end; i += GROUP_SIZE) sum += isKept(i) ? 1u : 0u;
    return groupTotal(sum);
}
#define IN_PLACE false
#include "lib/look_back.glsl#status"
#include "lib/look_back.glsl#counts"
#include "lib/look_back.glsl#look_back"
