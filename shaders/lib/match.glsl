// SPDX-License-Identifier: MIT
// Ranks by digit. A subgroup holds a run of a tile's items and goes through it in rounds of one item a lane;
// rankRound gives the number of items of the same digit that came before number item of items in this subgroup's run, and leaves in
// digit_counts[subgroup * RADIX + digit] how many there are so far. Call countsClear, sync, rankRound for each round, countTop,
// sync. top is a digit that many may have, tops 0 before the first round. Before this stands digit_counts, of SUBGROUP_COUNT * RADIX words or more. LANE_ORDER is 1 where the lanes of a
// subgroup were seen to add to a word of shared memory in their order, which GLSL does not promise (gpu/order_probe.comp.glsl
// asks). May contain barriers: call it from uniform control flow.
#include "lib/lanes.glsl"

#if LANES == LANES_SHARED
shared uint digit_lanes[SUBGROUP_COUNT * RADIX];
#else
// The lanes whose item has this lane's digit: one ballot for each bit.
LaneMask matchDigit(uint digit, bool valid)
{
    LaneMask m = laneBallot(valid);
    for (uint b = 0u; b < RADIX_BITS; b++) {
        bool one = ((digit >> b) & 1u) != 0u;
        LaneMask ones = laneBallot(one);
        m &= one ? ones : ~ones;
    }
    return m;
}
#endif

void countsClear()
{
    for (uint k = 0u; k < (RADIX + LANE_COUNT - 1u) / LANE_COUNT; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (RADIX % LANE_COUNT != 0u && i >= SUBGROUP_COUNT * RADIX) break;
        digit_counts[i] = 0u;
#if LANES == LANES_SHARED
        digit_lanes[i] = 0u;
#endif
    }
}

#if LANE_ORDER == 1
// What was there is how many came before, in rounds and in lanes. An H200's compiler looks for lanes of one word here, and waits for
// each round before the next, which is what few digits need: see rankRoundAhead. Items of the digit top are counted by a ballot,
// in tops, as additions to one word go one by one: 2^24 keys of which many bytes are 0 took 435 us so, without 483.
uint rankRound(uint digit, uint item, uint items, uint top, inout uint tops)
{
    bool valid = item < items;
    LaneMask m = laneBallot(valid && digit == top);
    uint before = tops + maskCount(m & lanesBelow());
    tops += maskCount(m);
    if (valid && digit != top) before = atomicAdd(digit_counts[subgroupIndex() * RADIX | digit], 1u);
    return before;
}

// Behind the last round.
void countTop(uint top, uint tops)
{
    if (laneIndex() == 0u) digit_counts[subgroupIndex() * RADIX | top] = tops;
}
#elif LANES == LANES_KHR
// The first lane of each digit counts for all of its lanes, and hands them what was there before. No lane is past the
// shuffle before that lane has added, so that rounds need no barrier between them.
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
// The workgroup's barrier: nothing says that a subgroup's lanes run in step without one.
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

#if LANE_ORDER != 1
void countTop(uint top, uint tops) {}
#endif

// rankRound where LANE_ORDER is 1, all lanes have an item and digits are many, without countTop. one is 1, but the compiler must
// not know that, nor that all lanes add the same. No round waits for another then: an H200 sorted 2^24 random keys in 361 us, with
// waits in 369. But keys of 16 values took 525 us, as a subgroup's additions to one word hinder each other, with waits 364.
uint rankRoundAhead(uint digit, uint one)
{
    return atomicAdd(digit_counts[subgroupIndex() * RADIX | digit], one);
}
