// SPDX-License-Identifier: MIT
// Segment s is the items from offsets[s] up to offsets[s + 1]; offsets ascend, and may repeat where
// a segment is empty.
layout(std430, binding = BIND_HEADS) readonly buffer Heads { uint heads[]; };
layout(std430, binding = BIND_SEGMENTCOUNT) readonly buffer SegmentCount { uint segment_word[]; };
uniform uint heads_at;
uniform uint segment_max;
uniform uint segment_word_at;

uint segmentCount()
{
    if (segment_word_at == COUNT_ON_HOST) return segment_max;
    return min(segment_word[segment_word_at], segment_max);
}
void checkHeads()
{
    if (segment_word_at != COUNT_ON_HOST && segment_word[segment_word_at] > segment_max) atomicOr(fault_bits, FAULT_COUNT);
}

uint offsetAt(uint s) { return heads[heads_at + s]; }

// The first of offsets low to high - 1 that is at or after item i, or high.
uint firstOffsetIn(uint low, uint high, uint i)
{
    while (low < high) {
        uint middle = (low + high) / 2u;
        if (offsetAt(middle) < i) low = middle + 1u;
        else high = middle;
    }
    return low;
}

// The first offset that is at or after item i, or segmentCount() + 1.
uint firstOffsetFrom(uint i) { return firstOffsetIn(0u, segmentCount() + 1u, i); }

// The segment that holds item i; segmentCount() or more if none does.
uint segmentOf(uint i) { return firstOffsetFrom(i + 1u) - 1u; }
