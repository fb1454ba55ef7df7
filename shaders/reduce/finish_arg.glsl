// SPDX-License-Identifier: MIT
// The result is the item itself, bit for bit, and its index; of no items, what Min or Max gives, and 0xFFFFFFFF.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;

void putResult(uint at, VALUE v, uint n)
{
    WORDS w = v.z == 0xFFFFFFFFu ? ARG_NONE : wordsAt(v.z);
    uint to = dst_at + at * (VALUE_WORDS + 1u);
    for (uint k = 0u; k < VALUE_WORDS; k++) dst[to + k] = wordOf(w, k);
    dst[to + VALUE_WORDS] = v.z;
}
