// SPDX-License-Identifier: MIT
// Combines two counts to a third. No result wraps: one above COUNT_MOST becomes COUNT_MOST, and a
// difference below 0 becomes 0. Dst may be the word of either count, since one invocation reads
// both before it writes.
// Grid: one invocation. Reads: Count, SegmentCount (the second count). Writes: Dst.
// CPU twin: saturating arithmetic on int.
#include "lib/fault.glsl"

layout(local_size_x = 1) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
layout(std430, binding = BIND_SEGMENTCOUNT) readonly buffer SegmentCount { uint segment_word[]; };
uniform uint dst_at;
uniform uint segment_max;
uniform uint segment_word_at;
uniform uint operation;

uint secondCount()
{
    if (segment_word_at == COUNT_ON_HOST) return segment_max;
    uint n = segment_word[segment_word_at];
    if (n > segment_max) atomicOr(fault_bits, FAULT_COUNT);
    return min(n, segment_max);
}

void main()
{
    checkCount();
    uint a = itemCount();
    uint b = secondCount();
    uint result = a + b;  // both are below 2^31
    if (operation == COUNT_DIFFERENCE) {
        result = a - min(a, b);
    } else if (operation == COUNT_PRODUCT) {
        uint high;
        umulExtended(a, b, high, result);
        if (high != 0u) result = COUNT_MOST;
    } else if (operation == COUNT_LEAST) {
        result = min(a, b);
    } else if (operation == COUNT_LARGEST) {
        result = max(a, b);
    }
    dst[dst_at] = min(result, COUNT_MOST);
}
