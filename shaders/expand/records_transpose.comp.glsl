// SPDX-License-Identifier: MIT
// Moves the words of records to columns, word w of record i to place i of column w, or back.
// Columns begin column_words words after each other. A tile goes through shared memory, so that
// neighbours read and write neighbours on both sides.
// Grid: one workgroup for each tile_records records, in one or two dimensions. Reads: Src, Count,
// Indices. Writes: Dst, Fault.
// CPU twin: columnsOf in expand/transposer.go.
#include "lib/grid.glsl"
#include "lib/sync.glsl"
#include "lib/fault.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_INDICES) readonly buffer Indices { uint indices[]; };
uniform uint dst_at;
uniform uint src_at;
uniform uint indices_at;
uniform uint stride_words;
uniform uint column_words;
uniform uint tile_records;  // tile_records * stride_words is at most TILE_SIZE
uniform uint joins;         // Src has the columns, Dst the records
uniform uint gathers;       // record i is the one at indices[i]
uniform uint src_records;   // likewise: from this index on there are none

// Every 32 words are followed by a free one, so that the words of a column lie in different banks.
uint placeOf(uint w) { return w + w / 32u; }
shared uint tile_words[TILE_SIZE + TILE_SIZE / 32u];

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    uint t = gl_LocalInvocationIndex;
    if (group == 0u && t == 0u) checkCount();
    if (group > n / tile_records) return;
    uint tile = group * tile_records;
    uint left = min(n - tile, tile_records);
    if (left == 0u) return;
    uint words = left * stride_words;
    if (joins != 0u) {
        for (uint k = t; k < words; k += GROUP_SIZE) {
            tile_words[placeOf(k % left * stride_words + k / left)] = src[src_at + k / left * column_words + tile + k % left];
        }
        sync();
        for (uint k = t; k < words; k += GROUP_SIZE) dst[dst_at + tile * stride_words + k] = tile_words[placeOf(k)];
    } else if (gathers != 0u) {
        for (uint k = t; k < words; k += GROUP_SIZE) {
            uint i = indices[indices_at + tile + k / stride_words];
            if (i < src_records) tile_words[placeOf(k)] = src[src_at + i * stride_words + k % stride_words];
        }
        sync();
        for (uint k = t; k < words; k += GROUP_SIZE) {
            uint i = tile + k % left;
            if (indices[indices_at + i] >= src_records) continue;
            dst[dst_at + k / left * column_words + i] = tile_words[placeOf(k % left * stride_words + k / left)];
        }
    } else {
        for (uint k = t; k < words; k += GROUP_SIZE) tile_words[placeOf(k)] = src[src_at + tile * stride_words + k];
        sync();
        for (uint k = t; k < words; k += GROUP_SIZE) {
            dst[dst_at + k / left * column_words + tile + k % left] = tile_words[placeOf(k % left * stride_words + k / left)];
        }
    }
}
