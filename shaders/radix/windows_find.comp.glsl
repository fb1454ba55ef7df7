// SPDX-License-Identifier: MIT
// Finds the first offset of each window (radix/window.glsl), and the long segments in it: it lists
// them, or counts their items (LONG).
// Grid: one workgroup for each GROUP_SIZE - 1 windows, in one or two dimensions. Reads: Heads,
// SegmentCount, Count. Writes: Table, Queue, Fault. CPU twin: sort.Search, see segment_test.go.
#include "lib/grid.glsl"
#include "lib/sync.glsl"
#include "lib/fault.glsl"
#include "lib/heads.glsl#search"
#include "radix/window.glsl#table"
#include "radix/window.glsl#probes"

layout(local_size_x = GROUP_SIZE) in;

shared uint found[GROUP_SIZE];
uniform uint has_long;       // 0: no segment may be long
uniform uint only_segments;  // 1: items before the first segment and behind the last are left out

// The first head among the offsets from s on. The items end at n.
uint headOf(uint s, uint n) { return s <= segmentCount() ? min(offsetAt(s), n) : n; }

// The long items of window w: the lead, which are its first ones, of a segment that started at item
// lead_from, and the tail from item tail_from on. Either may be none.
struct Long {
    uint begin;  // the window
    uint end;
    uint lead_from;
    uint lead_to;    // where the segment ends
    uint tail_from;
    uint tail_to;
    uint lead;       // items
    uint tail;
};

// The offsets of the window are from to `to` - 1.
Long longItems(uint w, uint from, uint to, uint n)
{
    Long one;
    one.begin = min(w * WINDOW, n);
    one.end = min(one.begin + WINDOW, n);
    one.lead_from = one.begin;
    one.lead_to = one.begin == 0u ? 0u : max(headOf(from, n), one.begin);
    one.lead = 0u;
    one.tail = 0u;
    if (one.lead_to > one.begin) {
        // The segment of the first item started before it.
        if (from > 0u) one.lead_from = min(offsetAt(from - 1u), one.begin);
        else one.lead_from = 0u;
        if (one.lead_to - one.lead_from / WINDOW * WINDOW > WINDOW_TILE) one.lead = min(one.lead_to, one.end) - one.begin;
    }
    // The last segment that starts here. One that starts at n or later has no items.
    one.tail_from = to > from ? offsetAt(to - 1u) : 0u;
    one.tail_to = max(headOf(to, n), one.tail_from);  // offsets may not ascend
    bool starts = (to > from || one.begin == 0u) && one.tail_from >= one.begin + one.lead && one.tail_from < one.end;
    if (starts && one.tail_to - one.begin > WINDOW_TILE) one.tail = one.end - one.tail_from;
    return one;
}

#include <LONG>

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    uint t = gl_LocalInvocationIndex;
    if (group == 0u && t == 0u) {
        checkCount();
        checkHeads();
    }
    if (group > windows / (GROUP_SIZE - 1u)) return;
    uint w = group * (GROUP_SIZE - 1u) + t;
    uint from = w <= windows ? probedOffsetFrom(w * WINDOW, segmentCount() + 1u) : 0u;
    found[t] = from;
    sync();
    if (t == GROUP_SIZE - 1u || w > windows) return;
    table[wordFirst(w)] = from;
    if (w >= windows) return;
    uint to = found[t + 1u];
    Long one = longItems(w, from, to, n);
    if (only_segments != 0u && (from == 0u || from > segmentCount())) one.lead = 0u;
    if (only_segments != 0u && (to == from || to > segmentCount())) one.tail = 0u;
    if (one.lead + one.tail > 0u && has_long == 0u) atomicOr(fault_bits, FAULT_LENGTH);
    if (has_long != 0u) putLong(w, one);
}
