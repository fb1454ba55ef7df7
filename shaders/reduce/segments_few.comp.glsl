// SPDX-License-Identifier: MIT
// Reduces the segments of few items in one dispatch. A team of neighbouring lanes takes a segment
// of up to `longest` items, as in segments_reduce. Then the workgroup takes the longer ones of its
// segments together, one after the other. The operator must be exact, because the items are not
// taken in their order.
// Grid: one workgroup for GROUP_SIZE / team segments. Reads: Src, Heads, Count. Writes: Dst.
// CPU twin: a loop over each segment, segment_test.go.
#include <OPERATOR>
#include "lib/item.glsl#value"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/group.glsl#reduce"
#include "lib/heads.glsl#search"
#include <SOURCE>
#include <FINISH>
#include "reduce/parts.glsl#items"

layout(local_size_x = GROUP_SIZE) in;
uniform uint team;  // lanes: a power of two, at most LANE_COUNT
uniform uint longest;

shared uint long_count;
shared uint long_segments[GROUP_SIZE];

void main()
{
    uint t = threadIndex();
    if (t == 0u) long_count = 0u;
    if (workgroupIndex() == 0u && t == 0u) {
        checkCount();
        checkHeads();
    }
    sync();
    uint n = itemCount();
    uint lane = t % team;
    uint s = workgroupIndex() * (GROUP_SIZE / team) + t / team;
    bool exists = s < segmentCount();
    uvec2 span = exists ? segmentItems(s, n) : uvec2(0u);
    uint items = span.y - span.x;
    bool alone = items <= longest;
    if (!alone && lane == 0u) long_segments[atomicAdd(long_count, 1u)] = s;

    ITEM v = combineItems(span.x + lane, alone ? span.y : 0u, team);
    for (uint d = team / 2u; d > 0u; d /= 2u) v = combine(v, itemShuffle(v, laneIndex() ^ d));
    if (exists && alone && lane == 0u) putResult(s, v, items);

    sync();
    uint count = long_count;
    for (uint k = 0u; k < count; k++) {
        uint other = long_segments[k];
        uvec2 whole = segmentItems(other, n);
        ITEM all = groupReduce(combineItems(whole.x + t, whole.y, GROUP_SIZE));
        if (t == 0u) putResult(other, all, whole.y - whole.x);
        sync();
    }
}
