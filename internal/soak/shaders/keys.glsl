// SPDX-License-Identifier: MIT
// The keys of a sort, before (In) and after (Out), and their order by the bits sorted by.
#include "soak/rank.glsl"
layout(std430, binding = BIND_IN) readonly buffer In { uint in_words[]; };
layout(std430, binding = BIND_OUT) readonly buffer Out { uint out_words[]; };
uniform uint in_from;
uniform uint out_from;
uniform uint count;
uniform uint per_word; // keys a word
uniform uint mask_low;
uniform uint mask_high;
uniform uint descending;

uint part(uint word, uint i)
{
    uint bits = 32u / per_word;
    return word >> (i % per_word * bits) & (0xFFFFFFFFu >> (32u - bits));
}
uvec2 keyIn(uint i)
{
    if (wide()) return uvec2(in_words[in_from + 2u * i], in_words[in_from + 2u * i + 1u]);
    return uvec2(part(in_words[in_from + i / per_word], i), 0u);
}
uvec2 keyOut(uint i)
{
    if (wide()) return uvec2(out_words[out_from + 2u * i], out_words[out_from + 2u * i + 1u]);
    return uvec2(part(out_words[out_from + i / per_word], i), 0u);
}

// precedes: whether a key comes before another. ties: whether the sort treats them as equal.
bool precedes(uvec2 a, uvec2 b)
{
    uvec2 mask = uvec2(mask_high, mask_low);
    uvec2 x = rankOf(a) & mask;
    uvec2 y = rankOf(b) & mask;
    return descending != 0u ? below(y, x) : below(x, y);
}
bool ties(uvec2 a, uvec2 b)
{
    uvec2 mask = uvec2(mask_high, mask_low);
    return (rankOf(a) & mask) == (rankOf(b) & mask);
}
