// SPDX-License-Identifier: MIT
// Unpacks keys of 8 or 16 bits, KEYS_PER_WORD of them in a word, to one word each. In a key whose
// highest bit is 0, flip_clear is turned over, in others flip_set: signed keys and floats become
// unsigned words of the same order.
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
uniform uint flip_clear;
uniform uint flip_set;

#define KEY_BITS (32u / KEYS_PER_WORD)

uint unpackedKey(uint word, uint i)
{
    uint key = word >> (i % KEYS_PER_WORD * KEY_BITS) & (0xFFFFFFFFu >> (32u - KEY_BITS));
    return key ^ (key >> (KEY_BITS - 1u) != 0u ? flip_set : flip_clear);
}

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    if (group == 0u && gl_LocalInvocationIndex == 0u) checkCount();
    if (group > n / TILE_SIZE) return;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = group * TILE_SIZE + k * GROUP_SIZE + gl_LocalInvocationIndex;
        if (i < n) dst[dst_at + i] = unpackedKey(src[src_at + i / KEYS_PER_WORD], i);
    }
}
