// SPDX-License-Identifier: MIT
// Windows of a segmented sort. A window begins every WINDOW items and has WINDOW_TILE items, less
// than twice as many. It owns the short segments that start in its first WINDOW items: those that
// end in it too. So at most one long segment starts there, and no other starts behind it. A segment
// of up to WINDOW_TILE - WINDOW + 1 items is short wherever it starts.

#part short
// Whether a segment of items from begin up to end is short.
bool isShort(uint begin, uint end) { return end - begin / WINDOW * WINDOW <= WINDOW_TILE; }

#part walk
// The offsets of a window. TILE_SIZE is WINDOW_TILE here.
layout(std430, binding = BIND_HEADS) readonly buffer Heads { uint heads[]; };
uniform uint heads_at;
uint offsetAt(uint s) { return heads[heads_at + s]; }

#define NO_HEAD 0xFFFFFFFFu

// The number of offsets that a window walks. More offsets than items means that most segments are
// empty; millions of them can be at one item. Then each item is searched.
#define HEAD_WALK (2u * TILE_SIZE)

// The first of offsets low to high - 1 that is at item i or behind it, or high.
uint offsetFrom(uint low, uint high, uint i)
{
    while (low < high) {
        uint middle = (low + high) / 2u;
        if (offsetAt(middle) < i) low = middle + 1u;
        else high = middle;
    }
    return low;
}

#part firsts
// The first offsets of a window, of the next one and of the one behind that, which windows_find
// writes to the table. If all items are a tile, each window finds them itself, which saves a
// dispatch. There is no table then. A kernel for many items cannot do so (FINDS). lib/fault.glsl
// and the parts table and walk come before.
uniform uint finds_firsts;     // 1: there is no table, and there are one or two windows
uniform uint segment_max;
uniform uint segments_on_gpu;  // 1: the number of segments is the first word of Table

uint segmentCount() { return segments_on_gpu == 0u ? segment_max : min(table[table_at], segment_max); }

// Reports counts that are too large, unless windows_find does. One invocation calls it.
void checkCounts()
{
    if (FINDS == 0 || finds_firsts == 0u) return;
    checkCount();
    if (segments_on_gpu != 0u && table[table_at] > segment_max) atomicOr(fault_bits, FAULT_COUNT);
}

uvec3 firstsOf(uint window)
{
    if (FINDS == 0 || finds_firsts == 0u) {
        return uvec3(table[wordFirst(window)], table[wordFirst(window + 1u)], table[wordFirst(min(window + 2u, windows))]);
    }
    uint all = segmentCount() + 1u;
    uint second = windows == 1u ? all : probedOffsetFrom(WINDOW, all);
    return window == 0u ? uvec3(0u, second, all) : uvec3(second, all, all);
}

#part probes
// The first of so many offsets that is at item i or behind it. PROBES loads are in flight at a
// time, as a search waits for loads alone.
#define PROBES 7u
uint probedOffsetFrom(uint i, uint offsets)
{
    uint low = 0u;
    uint high = offsets;
    while (low < high) {
        uint each = max((high - low) / (PROBES + 1u), 1u);
        uint before = 0u;  // the probes before item i
        for (uint k = 1u; k <= PROBES; k++) {
            uint at = low + k * each - 1u;
            uint head = offsetAt(min(at, high - 1u));
            before += at < high && head < i ? 1u : 0u;
        }
        if (before < PROBES) high = min(low + (before + 1u) * each - 1u, high);
        low += before * each;
    }
    return low;
}

#part offsets
// The segments of a window, by its offsets alone. lib/fault.glsl and the part table come before.
#include "radix/window.glsl#walk"
#include "radix/window.glsl#probes"
#include "radix/window.glsl#firsts"

struct Window {
    uint begin;   // the first item; others count from it
    uint left;    // the items from there on
    uint lead;    // 1 if a segment begins with the first item and has no offset
    uint from;    // offsets from to `to` - 1 are in the first WINDOW items
    uint to;
    uint beyond;  // and those up to beyond - 1 in as many behind them
    uint first;   // short segments have the items from first to end - 1
    uint end;
};

uint headOf(Window w, uint s) { return min(offsetAt(s) - w.begin, w.left); }

// Where the segment before offset s ends. The end of the items need not be in the offsets.
uint stopOf(Window w, uint s) { return s < w.beyond ? headOf(w, s) : w.left <= TILE_SIZE ? w.left : NO_HEAD; }

Window windowOf(uint window, uint begin, uint left)
{
    Window w;
    w.begin = begin;
    w.left = left;
    w.lead = begin == 0u ? 1u : 0u;
    uvec3 firsts = firstsOf(window);
    w.from = firsts.x;
    w.to = firsts.y;
    w.beyond = firsts.z;
    w.first = 0u;
    w.end = 0u;
    if (w.to - w.from + w.lead == 0u) return w;
    w.first = w.lead == 1u ? 0u : headOf(w, w.from);
    w.end = stopOf(w, w.to);
    // The last segment is long. If offsets do not ascend, its head may lie anywhere.
    if (w.end > TILE_SIZE) w.end = w.to > w.from ? min(headOf(w, w.to - 1u), WINDOW) : 0u;
    return w;
}

#part heads
// The heads of a window, by two reads of shared memory. linkHeads comes before. lib/fault.glsl and
// the part table come before this part.
#include "lib/lanes.glsl#base"
#include "radix/window.glsl#walk"
#include "radix/window.glsl#probes"
#include "radix/window.glsl#firsts"

#define HEAD_WORDS (TILE_SIZE / 32u + 1u)
shared uint head_bits[HEAD_WORDS];    // a bit for each item that begins a segment
shared uint head_before[HEAD_WORDS];  // 1 + the last head before each word of bits; 0 if none
shared uint head_after[HEAD_WORDS];   // the first head behind each word of bits, or NO_HEAD

void setHead(uint i) { atomicOr(head_bits[i / 32u], 1u << (i % 32u)); }

// Sets the heads of the items from begin on, of which there are left, and of the item behind the
// window. Offsets from to `to` - 1 include all of these. Contains barriers.
void linkHeads(uint begin, uint left, uint from, uint to)
{
    for (uint w = threadIndex(); w < HEAD_WORDS; w += GROUP_SIZE) head_bits[w] = 0u;
    sync();
    // The ends of the items need not be in the offsets.
    if (threadIndex() == 0u && begin == 0u) setHead(0u);
    if (threadIndex() == 0u && left <= TILE_SIZE) setHead(left);
    if (to - from <= HEAD_WALK) {
        for (uint s = from + threadIndex(); s < to; s += GROUP_SIZE) {
            uint i = offsetAt(s) - begin;
            if (i <= TILE_SIZE) setHead(i);
        }
    } else {
        for (uint i = threadIndex(); i <= TILE_SIZE; i += GROUP_SIZE) {
            uint s = offsetFrom(from, to, begin + i);
            if (s < to && offsetAt(s) == begin + i) setHead(i);
        }
    }
    sync();
    for (uint w = threadIndex(); w < HEAD_WORDS; w += GROUP_SIZE) {
        uint before = 0u;
        for (uint b = w; before == 0u && b > 0u; b--) {
            if (head_bits[b - 1u] != 0u) before = b * 32u - 31u + uint(findMSB(head_bits[b - 1u]));
        }
        uint after = NO_HEAD;
        for (uint b = w + 1u; after == NO_HEAD && b < HEAD_WORDS; b++) {
            if (head_bits[b] != 0u) after = b * 32u + uint(findLSB(head_bits[b]));
        }
        head_before[w] = before;
        head_after[w] = after;
    }
    sync();
}

// 1 + the last head at or before item i, or 0.
uint headUpTo(uint i)
{
    uint bits = head_bits[i / 32u] & 0xFFFFFFFFu >> (31u - i % 32u);
    return bits != 0u ? i / 32u * 32u + uint(findMSB(bits)) + 1u : head_before[i / 32u];
}

// The first head at or after item i, or NO_HEAD.
uint headFrom(uint i)
{
    uint bits = head_bits[i / 32u] & 0xFFFFFFFFu << (i % 32u);
    return bits != 0u ? i / 32u * 32u + uint(findLSB(bits)) : head_after[i / 32u];
}

#part table
// The table of windows, made by windows_find. It begins with the workgroups of indirect dispatches,
// four words each. Arrays with a word for each window follow: its first offset, with one word more;
// its long items, after the scan those of all windows before, with one word more for all. A window
// begins with some of its long items, the lead, of a segment that started before. The rest are its
// last items; shift is how many items are between. Start is the window in which the segment of the
// lead started. No two long segments start in one window, so that window numbers the segment.
layout(std430, binding = BIND_TABLE) buffer Table { uint table[]; };
#include "radix/window.glsl#words"

#part table_coherent
// The same where workgroups of one dispatch read what others wrote.
layout(std430, binding = BIND_TABLE) coherent buffer Table { uint table[]; };
#include "radix/window.glsl#words"

#part words
// The words of the table. The buffer comes before.
#define TABLE_ARGS 12u
uniform uint table_at;
uniform uint windows;

uint wordFirst(uint w) { return table_at + TABLE_ARGS + w; }
uint wordLong(uint w) { return wordFirst(windows + 1u + w); }
uint wordLead(uint w) { return wordLong(windows + 1u + w); }
uint wordShift(uint w) { return wordLead(windows + w); }
uint wordStart(uint w) { return wordShift(windows + w); }
