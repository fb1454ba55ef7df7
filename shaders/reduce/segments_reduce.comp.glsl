// SPDX-License-Identifier: MIT
// Reduces each segment by a team of neighbouring lanes. A lane takes every team-th item, and the
// lanes exchange what they have. A segment of more than `longest` items is cut into parts, which
// long_reduce reduces. The operator must be exact, because the items are not taken in their order.
// Grid: one workgroup for GROUP_SIZE / team segments. Reads: Src, Heads, Count. Writes: Dst, Parts,
// Fault.
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

layout(local_size_x = GROUP_SIZE) in;
uniform uint team;  // lanes: a power of two, at most LANE_COUNT
uniform uint longest;

void main()
{
    uint t = threadIndex();
    if (workgroupIndex() == 0u && t == 0u) {
        checkCount();
        checkHeads();
        part_counts[1u - turn] = 0u;
    }
    uint lane = t % team;
    uint s = workgroupIndex() * (GROUP_SIZE / team) + t / team;
    bool exists = s < segmentCount();
    uvec2 span = exists ? segmentItems(s, itemCount()) : uvec2(0u);
    uint items = span.y - span.x;
    uint parts = items > longest ? partsOf(items) : 0u;

    uint first = 0u;
    if (parts > 0u && lane == 0u) first = atomicAdd(part_counts[turn], parts);
    first = subgroupShuffle(first, laneIndex() - lane);
    bool fits = first <= part_room && parts <= part_room - first;
    if (!fits && lane == 0u) atomicOr(fault_bits, FAULT_OFFSETS);
    for (uint p = lane; p < parts && first + p < part_room; p += team) {
        part_words[wordSegment(first + p)] = fits ? s : NO_SEGMENT;
        part_words[wordNumber(first + p)] = p;
    }

    ITEM v = combineItems(span.x + lane, parts > 0u ? 0u : span.y, team);
    for (uint d = team / 2u; d > 0u; d /= 2u) v = combine(v, itemShuffle(v, laneIndex() ^ d));
    if (exists && parts == 0u && lane == 0u) putResult(s, v, items);
}
