// SPDX-License-Identifier: MIT
// Scans and reductions over a workgroup. The operator is associative; ITEM and combine come from
// lib/item.glsl. Contains barriers: call the functions from uniform control flow.

#part scan
// groupExclusive: for each invocation, combine(...) over the invocations before it in threadIndex()
// order; total is that over the whole workgroup.
#include "lib/lanes.glsl#base"
#include "lib/rolled.glsl"

#if LANE_ITEMS
shared ITEM group_ends[SUBGROUP_COUNT];

#if ITEM_ADDS
ITEM lanesExclusive(ITEM v, out ITEM end)
{
    ITEM before = subgroupExclusiveAdd(v);
    end = before + v;
    return before;
}
#elif ITEM_HEADS && !ITEM_COUNTS
// A ballot says where the lane's segment begins, so that only values are exchanged.
ITEM lanesExclusive(ITEM v, out ITEM end)
{
    LaneMask heads = laneBallot(headOf(v) != 0u);
    LaneMask here = heads & (lanesBelow() | laneBit());
    uint first = max(lastLane(here), 1u) - 1u;
    for (uint d = 1u; d < ROLLED(LANE_COUNT); d *= 2u) {
        VALUE other = subgroupShuffle(v.v, max(laneIndex(), d) - d);
        if (laneIndex() >= first + d) v.v = combine(other, v.v);
    }
    end = itemOf(v.v, here != NO_LANES);
    VALUE before = subgroupShuffle(v.v, max(laneIndex(), 1u) - 1u);
    return itemOf(laneIndex() == 0u ? VALUE_IDENTITY : before, (heads & lanesBelow()) != NO_LANES);
}
#else
ITEM lanesExclusive(ITEM v, out ITEM end)
{
    for (uint d = 1u; d < ROLLED(LANE_COUNT); d *= 2u) {
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
#if SUBGROUP_COUNT <= LANE_COUNT
    // A subgroup is wide enough to scan all the ends at once. Each does so, which saves a barrier.
    ITEM own = ITEM_IDENTITY;
    if (laneIndex() < SUBGROUP_COUNT) own = group_ends[laneIndex()];
    ITEM last;
    ITEM before = lanesExclusive(own, last);
    base = itemShuffle(before, subgroupIndex());
    total = itemShuffle(last, SUBGROUP_COUNT - 1u);
#else
    total = ITEM_IDENTITY;
    for (uint g = 0u; g < ROLLED(SUBGROUP_COUNT); g++) {
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
        for (uint i = t * RAKE; i < t * RAKE + ROLLED(RAKE); i++) {
            ITEM x = group_sums[i];
            group_sums[i] = sum;
            sum = combine(sum, x);
        }
        group_runs[t] = sum;
    }
    sync();
    if (t == 0u) {
        ITEM sum = ITEM_IDENTITY;
        for (uint i = 0u; i < ROLLED(GROUP_SIZE / RAKE); i++) {
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

#part reduce
// groupReduce: combine(...) over the workgroup in threadIndex() order, given to every invocation.
#include "lib/lanes.glsl#base"
#include "lib/rolled.glsl"

#if LANE_ITEMS
shared ITEM group_items[SUBGROUP_COUNT];

// The same over a subgroup.
ITEM lanesReduce(ITEM v)
{
    for (uint d = 1u; d < ROLLED(LANE_COUNT); d *= 2u) {
        ITEM other = itemShuffle(v, laneIndex() ^ d);
        if ((laneIndex() & d) == 0u) v = combine(v, other);
        else v = combine(other, v);
    }
    return v;
}

ITEM groupReduce(ITEM v)
{
    v = lanesReduce(v);
    if (laneIndex() == 0u) group_items[subgroupIndex()] = v;
    sync();
    v = group_items[0];
    for (uint g = 1u; g < ROLLED(SUBGROUP_COUNT); g++) v = combine(v, group_items[g]);
    sync();
    return v;
}

#if ITEM_ADDS
// Both use the driver's own sum. With look-back it is faster: scans of 2^24 words took an H200 47.1
// us, and 49.9 with the code above. A reduction of 2^16 takes 6.7 us with it, and 6.5 with the code
// above.
ITEM lanesTotal(ITEM v) { return subgroupAdd(v); }

ITEM groupTotal(ITEM v)
{
    v = lanesTotal(v);
    if (laneIndex() == 0u) group_items[subgroupIndex()] = v;
    sync();
#if SUBGROUP_COUNT <= LANE_COUNT
    v = lanesTotal(laneIndex() < SUBGROUP_COUNT ? group_items[laneIndex()] : ITEM_IDENTITY);
#else
    v = group_items[0];
    for (uint g = 1u; g < ROLLED(SUBGROUP_COUNT); g++) v = combine(v, group_items[g]);
#endif
    sync();
    return v;
}
#else
ITEM lanesTotal(ITEM v) { return lanesReduce(v); }
ITEM groupTotal(ITEM v) { return groupReduce(v); }
#endif
#else
#define REDUCE_RUN 16u
shared ITEM group_items[GROUP_SIZE];

ITEM groupReduce(ITEM v)
{
    uint t = threadIndex();
    group_items[t] = v;
    sync();
    if (t % REDUCE_RUN == 0u) {
        for (uint i = 1u; i < ROLLED(REDUCE_RUN); i++) v = combine(v, group_items[t + i]);
        group_items[t] = v;
    }
    sync();
    v = group_items[0];
    for (uint g = REDUCE_RUN; g < ROLLED(GROUP_SIZE); g += REDUCE_RUN) v = combine(v, group_items[g]);
    sync();
    return v;
}

ITEM groupTotal(ITEM v) { return groupReduce(v); }
#endif
