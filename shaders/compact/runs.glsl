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

// Whether two subgroups look back at a time, one for the number of runs and one for a start. In
// small tiles that is faster: 2^16 words took an H200 8.7 us, and 9.2 one after the other. In tiles
// of 512 x 16 it is not: 2^22 words took 21.0, and 19.4.
const bool LOOKS_TWICE = ITEMS_PER_THREAD <= 8u;

// A start is given as its index plus 1, 0 is none.
shared uint last_starts[SUBGROUP_COUNT];  // in the rows of each subgroup

// Loads the records of a tile; past the end the last is read again. starts has the lanes at which a
// run begins, total their number in the tile. Returns the number before this subgroup's rows. With
// LOOKS_TWICE it sets last_starts. n is not 0. Contains a barrier.
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
    uint latest = 0u;
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
        uint last = lastLane(starts[k]);
        latest = last > 0u ? i - laneIndex() + last : latest;
    }
    if (LOOKS_TWICE && laneIndex() == 0u) last_starts[subgroupIndex()] = latest;
    return subgroupsBefore(sum, total);
}

// The last start in this subgroup's rows.
uint startHere(uint tile, LaneMask starts[ITEMS_PER_THREAD])
{
    uint here = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint last = lastLane(starts[k]);
        here = last > 0u ? rowsBegin(tile) - laneIndex() + k * LANE_COUNT + last : here;
    }
    return here;
}
