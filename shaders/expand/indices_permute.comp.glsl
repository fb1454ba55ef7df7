// SPDX-License-Identifier: MIT
// Writes the first items of a random permutation of 0 to n - 1, or what slot PUT makes of them: a
// Feistel network on a power of two, applied again while the result is n or more (cycle walking).
// Grid: one workgroup for each TILE_SIZE items of Dst, in one or two dimensions. Reads: Count (the
// items), SegmentCount (n). Writes: Dst, Fault.
// CPU twin: permuted in expand/permuted.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SEGMENTCOUNT) readonly buffer SegmentCount { uint segment_word[]; };
uniform uint segment_max;
uniform uint segment_word_at;
#include <PUT>
#include "expand/permute.glsl"

void main()
{
    uint n = segment_max;
    if (segment_word_at != COUNT_ON_HOST) n = min(n, segment_word[segment_word_at]);
    uint items = min(itemCount(), n);
    uint group = workgroupIndex();
    if (group == 0u && gl_LocalInvocationIndex == 0u) {
        checkCount();
        if (segment_word_at != COUNT_ON_HOST && segment_word[segment_word_at] > segment_max) atomicOr(fault_bits, FAULT_COUNT);
    }
    if (group > items / TILE_SIZE || n == 0u) return;
    uint bits = max(uint(findMSB(n - 1u) + 1), PERMUTE_LEAST_BITS);
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = group * TILE_SIZE + k * GROUP_SIZE + gl_LocalInvocationIndex;
        if (i >= items) break;
        uint v = permuteOnce(i, bits);
        while (v >= n) v = permuteOnce(v, bits);
        putNumber(i, v);
    }
}
