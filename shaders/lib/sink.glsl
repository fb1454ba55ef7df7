// SPDX-License-Identifier: MIT
// The output of whole values: putValue writes one to place i of Dst.

#part words
// Values of VALUE_WORDS words into Dst, word by word.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;

#if VALUE_WORDS == 1
void putWords(uint i, WORDS v) { dst[dst_at + i] = v; }
#elif VALUE_WORDS == 2
void putWords(uint i, WORDS v)
{
    uint w = dst_at + 2u * i;
    dst[w] = v.x;
    dst[w + 1u] = v.y;
}
#else
void putWords(uint i, WORDS v)
{
    uint w = dst_at + 4u * i;
    dst[w] = v.x;
    dst[w + 1u] = v.y;
    dst[w + 2u] = v.z;
    dst[w + 3u] = v.w;
}
#endif

void putValue(uint i, VALUE v) { putWords(i, TO_WORDS(v)); }

#part record
// The caller's values.
layout(std430, binding = BIND_DST) writeonly buffer Dst { VALUE dst[]; };
uniform uint dst_at;

void putValue(uint i, VALUE v) { dst[dst_at + i] = v; }

#part result
// The results of the caller's own RESULT finish(VALUE, uint index), in place of the values.
layout(std430, binding = BIND_DST) writeonly buffer Dst { RESULT dst[]; };
uniform uint dst_at;

void putValue(uint i, VALUE v) { dst[dst_at + i] = finish(v, i); }
