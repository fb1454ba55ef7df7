// SPDX-License-Identifier: MIT
// Ranks by digit. A subgroup holds a run of a tile's items and takes it in rounds of one item a
// lane. rankRound returns how many items of the same digit come before an item in the subgroup's
// run. It leaves the digit's count so far in digit_counts[subgroup * RADIX + digit].
//
// Call countsClear, sync, rankRound for each round, countTop, sync. top is a hot digit, tops is 0
// before the first round. digit_counts is defined before this, with SUBGROUP_COUNT * RADIX words or
// more.
//
// With LANE_ORDER 0 this is the warp-level multi-split by match. With LANE_ORDER 1 lanes rank by
// ordered shared atomics: the lanes of a subgroup were seen to add to a word of shared memory in
// their order, which GLSL does not promise (gpu/order_probe.comp.glsl tests it). May contain
// barriers: call it from uniform control flow.
#include "lib/lanes.glsl#base"
#include "lib/rolled.glsl"

#if LANES == LANES_SHARED
shared uint digit_lanes[SUBGROUP_COUNT * RADIX];
#else
// The lanes whose item has this lane's digit: one ballot for each bit.
LaneMask matchDigit(uint digit, bool valid)
{
    LaneMask m = laneBallot(valid);
    for (uint b = 0u; b < ROLLED(RADIX_BITS); b++) {
        bool one = ((digit >> b) & 1u) != 0u;
        LaneMask ones = laneBallot(one);
        m &= one ? ones : ~ones;
    }
    return m;
}
#endif

void countsClear()
{
    for (uint k = 0u; k < ROLLED((RADIX + LANE_COUNT - 1u) / LANE_COUNT); k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (RADIX % LANE_COUNT != 0u && i >= SUBGROUP_COUNT * RADIX) break;
        digit_counts[i] = 0u;
#if LANES == LANES_SHARED
        digit_lanes[i] = 0u;
#endif
    }
}

#if LANE_ORDER == 1
// The word before the addition is the number of items before this one, in rounds and in lanes. An
// H200's compiler merges the lanes of one word here, and finishes each round before the next. A
// tile with few digits needs that: see rankRoundAhead. Additions to one word are serial, so a
// ballot counts the items of the digit top in tops: 2^24 keys with many zero bytes took 435 us, and
// 483 without the ballot.
uint rankRound(uint digit, uint item, uint items, uint top, inout uint tops)
{
    bool valid = item < items;
    LaneMask m = laneBallot(valid && digit == top);
    uint before = tops + maskCount(m & lanesBelow());
    tops += maskCount(m);
    if (valid && digit != top) before = atomicAdd(digit_counts[subgroupIndex() * RADIX | digit], 1u);
    return before;
}

// Called after the last round.
void countTop(uint top, uint tops)
{
    if (laneIndex() == 0u) digit_counts[subgroupIndex() * RADIX | top] = tops;
}
#elif LANES == LANES_KHR
// The first lane of each digit adds for all of its lanes, and a shuffle hands them the old count.
// No lane is past the shuffle before that lane has added, so no barrier is needed between rounds.
uint rankRound(uint digit, uint item, uint items, uint top, inout uint tops)
{
    bool valid = item < items;
    LaneMask m = matchDigit(digit, valid);
    uint before = 0u;
    if (valid && isFirstLane(m)) before = atomicAdd(digit_counts[subgroupIndex() * RADIX + digit], maskCount(m));
    before = subgroupShuffle(before, valid ? firstLane(m) : 0u);
    return before + maskCount(m & lanesBelow());
}
#else
// Uses the workgroup's barrier: nothing guarantees that a subgroup's lanes run in lockstep.
uint rankRound(uint digit, uint item, uint items, uint top, inout uint tops)
{
    bool valid = item < items;
    uint at = subgroupIndex() * RADIX + digit;
#if LANES == LANES_SHARED
    if (valid) atomicOr(digit_lanes[at], 1u << laneIndex());
    sync();
    LaneMask m = valid ? digit_lanes[at] : NO_LANES;
#else
    LaneMask m = matchDigit(digit, valid);
#endif
    uint before = valid ? digit_counts[at] : 0u;
    sync();
    if (valid && isFirstLane(m)) {
        digit_counts[at] = before + maskCount(m);
#if LANES == LANES_SHARED
        digit_lanes[at] = 0u;
#endif
    }
    sync();
    return before + maskCount(m & lanesBelow());
}
#endif

// A digit that more than one lane in eight of this subgroup has, plus RADIX, or 0. It looks at the
// first lane's digit alone.
uint frequentDigit(uint digit)
{
#if LANE_ORDER == 1
    uint first = subgroupBroadcastFirst(digit);
    return maskCount(laneBallot(digit == first)) > LANE_COUNT / 8u ? RADIX | first : 0u;
#else
    return 0u;
#endif
}

#if LANE_ORDER != 1
void countTop(uint top, uint tops) {}
#endif

// rankRound where LANE_ORDER is 1, all lanes have an item and no digit is hot, without countTop.
// one is 1 in a form that the compiler cannot see, so that it does not merge the lanes' additions.
// Then no round waits for another: an H200 sorted 2^24 random keys in 361 us, and in 369 with
// waits. Keys of 16 values took 525 us, because a subgroup's additions to one word are serial, and
// 364 with waits.
uint rankRoundAhead(uint digit, uint one)
{
    return atomicAdd(digit_counts[subgroupIndex() * RADIX | digit], one);
}
