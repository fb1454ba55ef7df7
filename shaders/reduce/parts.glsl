// SPDX-License-Identifier: MIT
// What kernels that reduce segments of words by teams of lanes have in common.

#part list
// The parts of long segments: PART_ITEMS items each, the last one fewer. The parts of a segment are
// neighbours in the list. A part has its segment, its number in the segment, and, if it is the
// first, how many parts of the segment are done, which is 0 between calls. There is room for the
// parts of segments whose offsets ascend. Others may have more: a segment whose parts do not fit
// has none, and NO_SEGMENT in the places that are left.
//
// Calls take turns with two numbers of parts: each leaves 0 in that of the next one.
layout(std430, binding = BIND_PARTS) coherent buffer Parts {
    uint part_counts[2];
    uint part_words[];
};
uniform uint turn;       // 0 or 1: the number of this call
uniform uint part_room;  // parts that the list holds
#define NO_SEGMENT 0xFFFFFFFFu

uint partsOf(uint items) { return items / PART_ITEMS + min(items % PART_ITEMS, 1u); }
uint wordSegment(uint p) { return 3u * p; }
uint wordNumber(uint p) { return 3u * p + 1u; }
uint wordDone(uint p) { return 3u * p + 2u; }

#part items
// The items of a segment, from x up to y.
uvec2 segmentItems(uint s, uint n)
{
    uint end = min(offsetAt(s + 1u), n);
    return uvec2(min(offsetAt(s), end), end);
}

// Combines every step-th item of those from `from` up to `to`. LOADED of them are in flight.
ITEM combineItems(uint from, uint to, uint step)
{
    ITEM sum = ITEM_IDENTITY;
    for (uint i = from; i < to; i += LOADED * step) {
        ITEM v[LOADED];
        for (uint k = 0u; k < LOADED; k++) v[k] = valueAt(min(i + k * step, to - 1u));
        for (uint k = 0u; k < LOADED; k++) {
            if (i + k * step < to) sum = combine(sum, v[k]);
        }
    }
    return sum;
}

#part share_each
// The share of a lane (SHARE): every team-th item.
ITEM laneShare(uint from, uint to, uint lane, uint team) { return combineItems(from + lane, to, team); }

#part share_fours
// The share of a lane (SHARE), of words: every team-th four of neighbouring words. A lane loads
// four words at a time, so there are fewer loads, also of memory that the segment does not need.
// Those of other segments are left out of the result.
layout(std430, binding = BIND_SRC) readonly buffer Src4 { uvec4 src4[]; };

ITEM laneShare(uint from, uint to, uint lane, uint team)
{
    ITEM sum = ITEM_IDENTITY;
    if (from >= to) return sum;
    uint begin = src_at + from;
    uint end = src_at + to;
    // Up to three words at the end of the buffer may be in no whole four.
    uint whole = min(end, 4u * uint(src4.length()));
    for (uint f = begin / 4u + lane; 4u * f < whole; f += LOADED_FOURS * team) {
        uvec4 w[LOADED_FOURS];
        for (uint k = 0u; k < LOADED_FOURS; k++) w[k] = src4[min(f + k * team, (whole - 1u) / 4u)];
        for (uint k = 0u; k < LOADED_FOURS; k++) {
            for (uint c = 0u; c < 4u; c++) {
                uint i = 4u * (f + k * team) + c;
                VALUE v = FROM_WORDS(w[k][c]);
                if (i >= begin && i < whole) sum = combine(sum, v);
            }
        }
    }
    if (lane == 0u) {
        for (uint i = max(begin, whole); i < end; i++) sum = combine(sum, valueAt(i - src_at));
    }
    return sum;
}
