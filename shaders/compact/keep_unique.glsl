// SPDX-License-Identifier: MIT
// Keeps a record when one of its words differs from the record's before: the first of each run of equal ones.
#include "compact/classes.glsl"
layout(std430, binding = BIND_RECORDS) readonly buffer Records { uint record_words[]; };
uniform uint records_at;

uint classOf(uint i)
{
    if (i == 0u) return toClass(true);
    uint here = records_at + i * STRIDE_WORDS;
    uint differ = 0u;
    for (uint w = 0u; w < STRIDE_WORDS; w++) differ |= record_words[here + w] ^ record_words[here - STRIDE_WORDS + w];
    return toClass(differ != 0u);
}
