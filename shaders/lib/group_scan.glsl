// SPDX-License-Identifier: MIT
// groupExclusive: for each invocation, combine(...) over the invocations before it in threadIndex()
// order; total is that over the whole workgroup. The operator is associative; ITEM and combine come
// from lib/item.glsl. Contains barriers: call it from uniform control flow.
#include "lib/lanes.glsl"

#if LANE_ITEMS
shared ITEM group_ends[SUBGROUP_COUNT];

#if ITEM_ADDS
ITEM lanesExclusive(ITEM v, out ITEM end)
{
    ITEM before = subgroupExclusiveAdd(v);
    end = before + v;  // valid in the last lane, the only one that is read
    return before;
}
#else
ITEM lanesExclusive(ITEM v, out ITEM end)
{
    for (uint d = 1u; d < LANE_COUNT; d *= 2u) {
        ITEM other = itemShuffle(v, max(laneIndex(), d) - d);
        if (laneIndex() >= d) v = combine(other, v);
    }
    end = v;
    ITEM before = itemShuffle(v, max(laneIndex(), 1u) - 1u);
    if (laneIndex() == 0u) before = ITEM_IDENTITY;
    return before;
}
#endif

// The prefix of a subgroup. end is the inclusive value of its last lane. A sync must separate two
// calls.
ITEM subgroupsBefore(ITEM end, out ITEM total)
{
    if (laneIndex() == LANE_COUNT - 1u) group_ends[subgroupIndex()] = end;
    sync();
    ITEM base = ITEM_IDENTITY;
#if ITEM_ADDS && SUBGROUP_COUNT <= LANE_COUNT
    // A subgroup is wide enough to scan all the sums at once. Each does so, which saves a barrier.
    ITEM s = laneIndex() < SUBGROUP_COUNT ? group_ends[laneIndex()] : ITEM_IDENTITY;
    ITEM e = subgroupExclusiveAdd(s);
    base = subgroupShuffle(e, subgroupIndex());
    total = subgroupShuffle(e + s, SUBGROUP_COUNT - 1u);
#else
    total = ITEM_IDENTITY;
    for (uint g = 0u; g < SUBGROUP_COUNT; g++) {
        if (g == subgroupIndex()) base = total;
        total = combine(total, group_ends[g]);
    }
#endif
    return base;
}

ITEM groupExclusive(ITEM v, out ITEM total)
{
    ITEM end;
    ITEM before = lanesExclusive(v, end);
    before = combine(subgroupsBefore(end, total), before);
    sync();
    return before;
}
#else
// Raking: a few invocations add up runs of RAKE neighbours, one scans the runs, all read back. Four
// barriers whatever the workgroup's size, where a doubling scan takes two for each power of two
// (2.7 times as long on llvmpipe).
#define RAKE 16u
shared ITEM group_sums[GROUP_SIZE];
shared ITEM group_runs[GROUP_SIZE / RAKE + 1u];

ITEM groupExclusive(ITEM v, out ITEM total)
{
    uint t = threadIndex();
    group_sums[t] = v;
    sync();
    if (t < GROUP_SIZE / RAKE) {
        ITEM sum = ITEM_IDENTITY;
        for (uint i = t * RAKE; i < t * RAKE + RAKE; i++) {
            ITEM x = group_sums[i];
            group_sums[i] = sum;
            sum = combine(sum, x);
        }
        group_runs[t] = sum;
    }
    sync();
    if (t == 0u) {
        ITEM sum = ITEM_IDENTITY;
        for (uint i = 0u; i < GROUP_SIZE / RAKE; i++) {
            ITEM x = group_runs[i];
            group_runs[i] = sum;
            sum = combine(sum, x);
        }
        group_runs[GROUP_SIZE / RAKE] = sum;
    }
    sync();
    ITEM before = combine(group_runs[t / RAKE], group_sums[t]);
    total = group_runs[GROUP_SIZE / RAKE];
    sync();
    return before;
}
#endif
