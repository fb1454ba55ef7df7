// SPDX-License-Identifier: MIT
// Gathers records: record i of Dst is record index[i] of Src, each of stride_words words. It copies
// word by word, so that neighbours write neighbours at every stride. An index past the end of Src
// writes nothing.
// Grid: one workgroup for each TILE_SIZE words of Dst, in one or two dimensions. Reads: Src, Index,
// Count. Writes: Dst. CPU twin: the loop in gather_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
layout(std430, binding = BIND_INDEX) readonly buffer Index { uint index[]; };
uniform uint src_at;
uniform uint dst_at;
uniform uint index_at;
uniform uint stride_words;
uniform uint src_records;

void main()
{
    uint words = itemCount() * stride_words;
    uint group = workgroupIndex();
    if (group == 0u && gl_LocalInvocationIndex == 0u) checkCount();
    if (group > words / TILE_SIZE) return;
    uint first = group * TILE_SIZE + gl_LocalInvocationIndex;

    // One division serves all rounds: each round advances by a fixed number of records and words.
    uint record = first / stride_words;
    uint word = first % stride_words;
    uint step_records = GROUP_SIZE / stride_words;
    uint step_words = GROUP_SIZE % stride_words;

    // All indices are loaded before the records, so that ITEMS_PER_THREAD loads are in flight.
    uint from[ITEMS_PER_THREAD];
    bool there[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint at = 0xFFFFFFFFu;
        if (first + k * GROUP_SIZE < words) at = index[index_at + record];
        there[k] = at < src_records;
        from[k] = src_at + at * stride_words + word;
        record += step_records;
        word += step_words;
        if (word >= stride_words) {
            word -= stride_words;
            record++;
        }
    }
    uint v[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        v[k] = 0u;
        if (there[k]) v[k] = src[from[k]];
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (there[k]) dst[dst_at + first + k * GROUP_SIZE] = v[k];
    }
}
