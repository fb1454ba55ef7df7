// SPDX-License-Identifier: MIT
// Unpacks keys of 8 or 16 bits, KEYS_PER_WORD of them in a word, to one word each. Keys are
// unsigned.
// Grid: one workgroup for each TILE_SIZE keys, in one or two dimensions. Reads: Src, Count. Writes:
// Dst.
// CPU twin: a loop over bytes, see packed in oracle_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint src_at;
uniform uint dst_at;

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    if (group == 0u && gl_LocalInvocationIndex == 0u) checkCount();
    if (group > n / TILE_SIZE) return;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = group * TILE_SIZE + k * GROUP_SIZE + gl_LocalInvocationIndex;
        uint shift = i % KEYS_PER_WORD * (32u / KEYS_PER_WORD);
        if (i < n) dst[dst_at + i] = src[src_at + i / KEYS_PER_WORD] >> shift & (0xFFFFFFFFu >> (32u - 32u / KEYS_PER_WORD));
    }
}
