// SPDX-License-Identifier: MIT
// Runs of equal records of a tile, of which a subgroup has rows (compact/rows.glsl#rows). An
// invocation holds its records, so that each is loaded once.
#include "lib/group.glsl#scan"
layout(std430, binding = BIND_RECORDS) readonly buffer Records { uint record_words[]; };
uniform uint records_at;

#include "compact/rows.glsl#begin"

uint recordWord(uint i, uint w) { return record_words[records_at + i * STRIDE_WORDS + w]; }

// Whether a run begins at record i.
bool isStart(uint i)
{
    uint differ = 0u;
    for (uint w = 0u; w < STRIDE_WORDS; w++) differ |= recordWord(i, w) ^ recordWord(max(i, 1u) - 1u, w);
    return differ != 0u || i == 0u;
}

// Loads the records of a tile; past the end the last is read again. starts has the lanes at which a
// run begins, total their number in the tile. Returns the number before this subgroup's rows. n is
// not 0. Contains a barrier.
uint holdRuns(uint tile, uint n, out uint held[ITEMS_PER_THREAD * STRIDE_WORDS], out LaneMask starts[ITEMS_PER_THREAD], out uint total)
{
    uint first = rowsBegin(tile);
    if (n - tile >= TILE_SIZE) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            for (uint w = 0u; w < STRIDE_WORDS; w++) held[k * STRIDE_WORDS + w] = recordWord(first + k * LANE_COUNT, w);
        }
    } else {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            for (uint w = 0u; w < STRIDE_WORDS; w++) held[k * STRIDE_WORDS + w] = recordWord(min(first + k * LANE_COUNT, n - 1u), w);
        }
    }
    // The record before the rows: lane 0 alone needs it, the others read what is in the cache.
    uint before[STRIDE_WORDS];
    uint edge = min(max(first - laneIndex(), 1u) - 1u, n - 1u);
    for (uint w = 0u; w < STRIDE_WORDS; w++) before[w] = recordWord(edge, w);

    uint sum = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = first + k * LANE_COUNT;
        uint differ = i == 0u ? 1u : 0u;
        for (uint w = 0u; w < STRIDE_WORDS; w++) {
            uint here = held[k * STRIDE_WORDS + w];
            uint neighbour = subgroupShuffle(here, max(laneIndex(), 1u) - 1u);
            differ |= here ^ (laneIndex() == 0u ? before[w] : neighbour);
            before[w] = subgroupShuffle(here, LANE_COUNT - 1u);
        }
        starts[k] = laneBallot(differ != 0u && i < n);
        sum += maskCount(starts[k]);
    }
    return subgroupsBefore(sum, total);
}
