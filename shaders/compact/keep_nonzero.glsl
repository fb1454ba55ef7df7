// SPDX-License-Identifier: MIT
// Keeps a record when any of its words is not zero.
#include "compact/classes.glsl"
layout(std430, binding = BIND_RECORDS) readonly buffer Records { uint record_words[]; };
uniform uint records_at;

uint classOf(uint i)
{
    uint any = 0u;
    for (uint w = 0u; w < STRIDE_WORDS; w++) any |= record_words[records_at + i * STRIDE_WORDS + w];
    return toClass(any != 0u);
}
