// SPDX-License-Identifier: MIT
// Keeps a record when any of its words is not zero.
layout(std430, binding = BIND_RECORDS) readonly buffer Records { uint record_words[]; };
uniform uint records_at;

bool keepItem(uint i)
{
    uint any = 0u;
    for (uint w = 0u; w < STRIDE_WORDS; w++) any |= record_words[records_at + i * STRIDE_WORDS + w];
    return any != 0u;
}
