// SPDX-License-Identifier: MIT
// A window of a segmented sort: TILE_SIZE items, of which it owns the segments that start in the
// first WINDOW and have at most SHORT items. SHORT is at least WINDOW, and TILE_SIZE is the sum.
// So at most one longer segment starts in a window, and no other starts behind it there.

#part heads
// The places of a window's heads, by two reads of shared memory. linkHeads comes before.
#include "lib/heads.glsl#offsets"

#define HEAD_WORDS (TILE_SIZE / 32u + 1u)
#define NO_HEAD 0xFFFFFFFFu
shared uint head_before[HEAD_WORDS];  // 1 + the last head before each word of bits; 0 if none
shared uint head_after[HEAD_WORDS];   // the first head behind each word of bits, or NO_HEAD

// Adds the heads at the ends of the items, which need not be in the offsets. left: the items from
// the window's first on. Contains barriers.
void linkHeads(uint first, uint left)
{
    if (threadIndex() == 0u) {
        if (first == 0u) atomicOr(head_bits[0], 1u);
        if (left <= TILE_SIZE) atomicOr(head_bits[left / 32u], 1u << (left % 32u));
    }
    sync();
    for (uint w = threadIndex(); w < HEAD_WORDS; w += GROUP_SIZE) {
        uint before = 0u;
        for (uint b = w; before == 0u && b-- > 0u;) {
            if (head_bits[b] != 0u) before = b * 32u + uint(findMSB(head_bits[b])) + 1u;
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

#part long
// The items of segments that are longer than SHORT. In each window they are some of the first
// items, of a segment that started before, and some of the last. Three arrays have a word for each
// window: its long items, after the scan those of all windows before, and in one more word those of
// all; the first ones among them; the window in which their segment started. No two long segments
// start in one window, so that window numbers the segment.
layout(std430, binding = BIND_LONG) buffer Long { uint long_words[]; };
uniform uint long_at;
uniform uint windows;

uint longBefore(uint w) { return long_words[long_at + w]; }
uint longFirst(uint w) { return long_words[long_at + windows + 1u + w]; }
uint longStart(uint w) { return long_words[long_at + 2u * windows + 1u + w]; }
void putLong(uint w, uint items, uint first, uint start)
{
    if (w >= windows) return;
    long_words[long_at + w] = items;
    long_words[long_at + windows + 1u + w] = first;
    long_words[long_at + 2u * windows + 1u + w] = start;
}
