// SPDX-License-Identifier: MIT
// Reduces the parts of the segments that segments_reduce found too long. The workgroup that
// finishes a segment's last part combines them. No workgroup waits for another.
// Grid: any number of workgroups. Reads: Src, Heads, Count. Writes: Dst. Both: Parts, Partials.
// CPU twin: a loop over each segment, segment_test.go.
#include <OPERATOR>
#include "lib/item.glsl#value"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/group.glsl#reduce"
#include "lib/heads.glsl#search"
#include <SOURCE>
#include <FINISH>
#include "reduce/parts.glsl#list"
#include "reduce/parts.glsl#items"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_PARTIALS) coherent buffer Partials { ITEM partials[]; };
shared uint is_last;

// Combines the parts from first on, and writes the result of segment s.
void putSegment(uint s, uint first, uint parts, uint items)
{
    ITEM v = ITEM_IDENTITY;
    for (uint p = threadIndex(); p < parts; p += GROUP_SIZE) {
        ITEM part = partials[first + p];
        v = combine(v, part);
    }
    v = groupReduce(v);
    if (threadIndex() == 0u) putResult(s, v, items);
}

void main()
{
    uint t = threadIndex();
    uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    uint count = min(part_counts[turn], part_room);
    for (uint p = workgroupIndex(); p < count; p += groups) {
        uint s = part_words[wordSegment(p)];
        if (s == NO_SEGMENT) continue;  // the same for the whole workgroup
        uint number = part_words[wordNumber(p)];
        uvec2 span = segmentItems(s, itemCount());
        uint items = span.y - span.x;
        uint parts = partsOf(items);
        uint from = span.x + number * PART_ITEMS;
        ITEM v = groupReduce(combineItems(from + t, min(from + PART_ITEMS, span.y), GROUP_SIZE));
        if (t == 0u) {
            partials[p] = v;
            memoryBarrierBuffer();
            is_last = atomicAdd(part_words[wordDone(p - number)], 1u) + 1u == parts ? 1u : 0u;
        }
        sync();
        if (is_last != 0u) {
            memoryBarrierBuffer();
            putSegment(s, p - number, parts, items);
            if (t == 0u) part_words[wordDone(p - number)] = 0u;
        }
        sync();
    }
}
