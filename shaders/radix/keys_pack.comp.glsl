// SPDX-License-Identifier: MIT
// Packs keys of one word each to 8 or 16 bits, KEYS_PER_WORD of them in a word. In a key whose
// highest bit is 0, flip_clear is turned over, in others flip_set: unsigned words become signed
// keys or floats again. The bits after the last key stay as they are.
// Grid: one workgroup for each TILE_SIZE words, in one or two dimensions. Reads: Src, Count. Reads
// and writes: Dst.
// CPU twin: a loop over bytes, see packed in oracle_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_DST) buffer Dst { uint dst[]; };
uniform uint src_at;
uniform uint dst_at;
uniform uint flip_clear;
uniform uint flip_set;

#define KEY_BITS (32u / KEYS_PER_WORD)

uint packedKey(uint key) { return key ^ ((key >> (KEY_BITS - 1u) & 1u) != 0u ? flip_set : flip_clear); }

void main()
{
    uint n = itemCount();
    uint words = n / KEYS_PER_WORD + min(n % KEYS_PER_WORD, 1u);
    uint group = workgroupIndex();
    if (group > words / TILE_SIZE) return;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint w = group * TILE_SIZE + k * GROUP_SIZE + gl_LocalInvocationIndex;
        if (w >= words) break;
        uint word = 0u;
        if (n - w * KEYS_PER_WORD < KEYS_PER_WORD) word = dst[dst_at + w];
        for (uint b = 0u; b < KEYS_PER_WORD; b++) {
            uint i = w * KEYS_PER_WORD + b;
            if (i < n) word = bitfieldInsert(word, packedKey(src[src_at + i]), int(b * KEY_BITS), int(KEY_BITS));
        }
        dst[dst_at + w] = word;
    }
}
