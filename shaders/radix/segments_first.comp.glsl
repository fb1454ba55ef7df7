// SPDX-License-Identifier: MIT
// Writes the first k keys of each segment and their indices, once the segments are sorted: Source
// has the index of the item at each place. Item r of segment s goes to place s * k + r. What is
// behind the last item of a shorter segment stays as it is. If segments_top has found the items of
// short segments, their indices are in DstIndices, and their keys may be in DstKeys.
//
// Where offsets do not ascend, Source may have places that no sort has written. An index of n or
// more writes nothing.
//
// Grid: one invocation for each word of the keys' places, in one or two dimensions. Reads: Keys,
// Source, Heads, SegmentCount, Count. Writes: Fault. Reads and writes: DstKeys, DstIndices.
// CPU twin: firstsOf in radix/segments_first_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/heads.glsl#search"
#include "radix/window.glsl#short"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_KEYS) readonly buffer Keys { uint keys[]; };
layout(std430, binding = BIND_SOURCE) readonly buffer Source { uint source[]; };
layout(std430, binding = BIND_DSTKEYS) buffer DstKeys { uint dst_keys[]; };
layout(std430, binding = BIND_DSTINDICES) buffer DstIndices { uint dst_indices[]; };
uniform uint keys_at;
uniform uint source_at;
uniform uint dst_keys_at;
uniform uint dst_indices_at;
uniform uint k_wanted;
uniform uint item_words;   // of a key or a record; not used by keys that share a word
uniform uint found_short;  // of short segments: 1 if indices are found, 2 if keys are written too
uniform uint sorts_long;   // 0: long segments are not sorted, and Source has nothing of them

#define KEY_BITS (32u / KEYS_PER_WORD)
const uint NO_ITEM = 0xFFFFFFFFu;

// The index of the item that goes to a place, or NO_ITEM.
uint itemOf(uint place)
{
    uint s = place / k_wanted;
    if (s >= segmentCount()) return NO_ITEM;
    uint n = itemCount();
    uint begin = min(offsetAt(s), n);
    uint end = min(offsetAt(s + 1u), n);
    uint at = begin + place % k_wanted;
    if (at >= end) return NO_ITEM;
    bool isLong = !isShort(begin, end);
    if (isLong && sorts_long == 0u || !isLong && found_short == 2u) return NO_ITEM;
    uint item = isLong || found_short == 0u ? source[source_at + at] : dst_indices[dst_indices_at + place];
    return item < n ? item : NO_ITEM;
}

void main()
{
    uint w = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (w == 0u) checkHeads();
    if (KEYS_PER_WORD == 1u) {
        uint place = w / item_words;
        uint i = itemOf(place);
        if (i == NO_ITEM) return;
        uint part = w % item_words;
        dst_keys[dst_keys_at + w] = keys[keys_at + i * item_words + part];
        if (part == 0u) dst_indices[dst_indices_at + place] = i;
        return;
    }
    uint mask = (1u << KEY_BITS % 32u) - 1u;
    uint taken = 0u;  // the bits of the word that change
    uint word = 0u;
    for (uint e = 0u; e < KEYS_PER_WORD; e++) {
        uint place = w * KEYS_PER_WORD + e;
        uint i = itemOf(place);
        if (i == NO_ITEM) continue;
        uint key = keys[keys_at + i / KEYS_PER_WORD] >> (i % KEYS_PER_WORD * KEY_BITS) & mask;
        word |= key << (e * KEY_BITS);
        taken |= mask << (e * KEY_BITS);
        dst_indices[dst_indices_at + place] = i;
    }
    if (taken != 0u) dst_keys[dst_keys_at + w] = dst_keys[dst_keys_at + w] & ~taken | word;
}
