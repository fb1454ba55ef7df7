// SPDX-License-Identifier: MIT
// Reads items of VALUE_WORDS words from Src word by word, so that Src may start at any word.
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint src_at;

#if VALUE_WORDS == 1
WORDS wordsAt(uint i) { return src[src_at + i]; }
#elif VALUE_WORDS == 2
WORDS wordsAt(uint i)
{
    uint w = src_at + 2u * i;
    return uvec2(src[w], src[w + 1u]);
}
#else
WORDS wordsAt(uint i)
{
    uint w = src_at + 4u * i;
    return uvec4(src[w], src[w + 1u], src[w + 2u], src[w + 3u]);
}
#endif
