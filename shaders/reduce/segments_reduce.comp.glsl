// SPDX-License-Identifier: MIT
// Reduces each segment by a team of neighbouring lanes. A lane takes its share of the items (slot
// SHARE), and the lanes exchange what they have. A segment of more than `longest` items is cut into
// parts, which long_reduce reduces. The operator must be exact, because the items are not taken in
// their order.
// Grid: any number of workgroups, which take GROUP_SIZE / team segments at a time. Reads: Src,
// Heads, Count. Writes: Dst, Parts, Fault.
// CPU twin: a loop over each segment, segment_test.go.
#include <OPERATOR>
#include "lib/item.glsl#value"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/heads.glsl#search"
#include <SOURCE>
#include <FINISH>
#include "reduce/parts.glsl#list"
#include "reduce/parts.glsl#items"
#include <SHARE>

layout(local_size_x = GROUP_SIZE) in;
uniform uint team;  // lanes: a power of two, at most LANE_COUNT
uniform uint longest;

// Lists the parts of segment s, if it has any.
void listParts(uint s, uint parts, uint lane)
{
    uint first = 0u;
    if (parts > 0u && lane == 0u) first = atomicAdd(part_counts[turn], parts);
    first = subgroupShuffle(first, laneIndex() - lane);
    bool fits = first <= part_room && parts <= part_room - first;
    if (!fits && lane == 0u) atomicOr(fault_bits, FAULT_OFFSETS);
    for (uint p = lane; p < parts && first + p < part_room; p += team) {
        part_words[wordSegment(first + p)] = fits ? s : NO_SEGMENT;
        part_words[wordNumber(first + p)] = p;
    }
}

void main()
{
    uint t = threadIndex();
    if (workgroupIndex() == 0u && t == 0u) {
        checkCount();
        checkHeads();
        part_counts[1u - turn] = 0u;
    }
    uint n = itemCount();
    uint count = segmentCount();
    uint lane = t % team;
    uint each = GROUP_SIZE / team;
    uint step = gl_NumWorkGroups.x * gl_NumWorkGroups.y * each;
    uint s = workgroupIndex() * each + t / team;
    uvec2 next = s < count ? segmentItems(s, n) : uvec2(0u);
    for (uint begin = workgroupIndex() * each; begin < count; begin += step) {
        s = begin + t / team;
        uvec2 span = next;
        // The offsets of the next segment are on their way while this one's items are.
        next = s + step < count ? segmentItems(s + step, n) : uvec2(0u);
        uint items = span.y - span.x;
        uint parts = items > longest ? partsOf(items) : 0u;
        listParts(s, parts, lane);
        ITEM v = laneShare(span.x, parts > 0u ? span.x : span.y, lane, team);
        for (uint d = team / 2u; d > 0u; d /= 2u) v = combine(v, itemShuffle(v, laneIndex() ^ d));
        if (s < count && parts == 0u && lane == 0u) putResult(s, v, items);
    }
}
