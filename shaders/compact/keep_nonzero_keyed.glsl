// SPDX-License-Identifier: MIT
// Keeps a record when any of its words is not zero, with a key of all: what stands in for a predicate in the self-test. A
// record of the word 1 has the key 2^32 - 1, which is one too large.
layout(std430, binding = BIND_RECORDS) readonly buffer Records { uint record_words[]; };
uniform uint records_at;

uint fetchOf(uint i)
{
    uint any = 0u;
    for (uint w = 0u; w < STRIDE_WORDS; w++) any |= record_words[records_at + i * STRIDE_WORDS + w];
    return any;
}
bool keepFetched(uint any, out uint key)
{
    key = any - 2u;
    return any != 0u;
}
bool keepKeyed(uint i, out uint key) { return keepFetched(fetchOf(i), key); }
#include "compact/keyed.glsl"
