// SPDX-License-Identifier: MIT
// The number of items of a second array, beside itemCount() of lib/count.glsl.

#part count
// secondCount: from the host, or from a word in a buffer that is cut to its maximum.
layout(std430, binding = BIND_SEGMENTCOUNT) readonly buffer SegmentCount { uint segment_word[]; };
uniform uint segment_max;
uniform uint segment_word_at;

uint secondCount()
{
    if (segment_word_at == COUNT_ON_HOST) return segment_max;
    return min(segment_word[segment_word_at], segment_max);
}

#part fault
// checkCounts: reports a count on the GPU that is larger than its maximum, of either array.
#include "lib/fault.glsl"
#include "merge/sizes.glsl#count"

void checkCounts()
{
    checkCount();
    if (segment_word_at != COUNT_ON_HOST && segment_word[segment_word_at] > segment_max) atomicOr(fault_bits, FAULT_COUNT);
}
