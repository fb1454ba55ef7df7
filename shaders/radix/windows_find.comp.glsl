// SPDX-License-Identifier: MIT
// Finds the first offset of each window (radix/window.glsl), and the items of long segments in it.
// Grid: one workgroup for each GROUP_SIZE - 1 windows, in one or two dimensions. Reads: Heads,
// SegmentCount, Count. Writes: Table, Fault. CPU twin: sort.Search, see segment_test.go.
#include "lib/grid.glsl"
#include "lib/sync.glsl"
#include "lib/fault.glsl"
#include "lib/heads.glsl#search"
#include "radix/window.glsl#table"

layout(local_size_x = GROUP_SIZE) in;

shared uint found[GROUP_SIZE];
uniform uint has_long;  // 0: no segment may be long

// The first head among the offsets from s on. The items end at n.
uint headOf(uint s, uint n) { return s <= segmentCount() ? min(offsetAt(s), n) : n; }

// Counts the long items of window w. Its offsets are from to `to` - 1.
void countLong(uint w, uint from, uint to, uint n)
{
    uint begin = min(w * WINDOW, n);
    uint end = min(begin + WINDOW, n);
    uint lead = 0u;
    uint start = w;
    uint head = begin == 0u ? 0u : max(headOf(from, n), begin);
    if (head > begin) {
        // The segment of the first item started before it.
        uint before = from > 0u ? min(offsetAt(from - 1u), begin) : 0u;
        start = before / WINDOW;
        if (head - start * WINDOW > WINDOW_TILE) lead = min(head, end) - begin;
    }
    uint items = lead;
    if (to > from || begin == 0u) {
        // The last segment that starts here. One that starts at n or later has no items.
        uint last = to > from ? offsetAt(to - 1u) : 0u;
        if (last >= begin + lead && last < end && headOf(to, n) - begin > WINDOW_TILE) items += end - last;
    }
    if (items > 0u && has_long == 0u) atomicOr(fault_bits, FAULT_LENGTH);
    table[wordLong(w)] = items;
    table[wordLead(w)] = lead;
    table[wordShift(w)] = end - begin - items;
    table[wordStart(w)] = start;
}

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
    uint from = w <= windows ? firstOffsetFrom(w * WINDOW) : 0u;
    found[t] = from;
    sync();
    if (t == GROUP_SIZE - 1u || w > windows) return;
    table[wordFirst(w)] = from;
    if (w < windows) countLong(w, from, found[t + 1u], n);
}
