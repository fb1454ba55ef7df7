// SPDX-License-Identifier: MIT
// Writes the first records of a random permutation of n: record i of Dst is the record of Src that
// indices_permute.comp.glsl has in place i.
// Grid: one workgroup for each TILE_SIZE records of Dst, in one or two dimensions. Reads: Src,
// Count (the records of Dst), SegmentCount (n). Writes: Dst, Fault.
// CPU twin: permuted in expand/permuted.go.
#include "lib/grid.glsl"
#include "lib/sync.glsl"
#include "lib/fault.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_SEGMENTCOUNT) readonly buffer SegmentCount { uint segment_word[]; };
uniform uint segment_max;
uniform uint segment_word_at;
uniform uint dst_at;
uniform uint src_at;
uniform uint stride_words;
#include "expand/permute.glsl"

shared uint tile_from[TILE_SIZE];

void main()
{
    uint n = segment_max;
    if (segment_word_at != COUNT_ON_HOST) n = min(n, segment_word[segment_word_at]);
    uint items = min(itemCount(), n);
    uint group = workgroupIndex();
    uint t = gl_LocalInvocationIndex;
    if (group == 0u && t == 0u) {
        checkCount();
        if (segment_word_at != COUNT_ON_HOST && segment_word[segment_word_at] > segment_max) atomicOr(fault_bits, FAULT_COUNT);
    }
    if (group > items / TILE_SIZE || n == 0u) return;
    uint tile = group * TILE_SIZE;
    uint left = min(items - tile, TILE_SIZE);
    uint bits = max(uint(findMSB(n - 1u) + 1), PERMUTE_LEAST_BITS);
    for (uint i = t; i < left; i += GROUP_SIZE) {
        uint v = permuteOnce(tile + i, bits);
        while (v >= n) v = permuteOnce(v, bits);
        tile_from[i] = v;
    }
    sync();
    for (uint w = t; w < left * stride_words; w += GROUP_SIZE) {
        dst[dst_at + tile * stride_words + w] = src[src_at + tile_from[w / stride_words] * stride_words + w % stride_words];
    }
}
