// SPDX-License-Identifier: MIT
// Keeps a record when any of its words is not zero, with a key of all: what stands in for a predicate in the self-test. A
// record of the word 1 has the key 2^32 - 1, which is one too large.
layout(std430, binding = BIND_RECORDS) readonly buffer Records { uint record_words[]; };
uniform uint records_at;

bool keepKeyed(uint i, out uint key)
{
    uint any = 0u;
    for (uint w = 0u; w < STRIDE_WORDS; w++) any |= record_words[records_at + i * STRIDE_WORDS + w];
    key = any - 2u;
    return any != 0u;
}
#include "compact/keyed.glsl"
