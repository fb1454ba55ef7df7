// SPDX-License-Identifier: MIT
// A reduction's operands: items in In, a result for each segment in Out, and two words for each
// segment's count in Work.
#include "soak/rank.glsl"
#include "soak/cuts.glsl"
layout(std430, binding = BIND_OUT) readonly buffer Out { uint out_words[]; };
layout(std430, binding = BIND_WORK) buffer Work { uint work[]; };
uniform uint out_from;
uniform uint count;
uniform uint op;
uniform uint whole; // all items are one segment, and there are no offsets

bool finding() { return op == OP_ARG_MIN || op == OP_ARG_MAX; }

// The first word of result s. Its index, if it has one, follows the value.
uint resultAt(uint s) { return out_from + s * ((wide() ? 2u : 1u) + (finding() ? 1u : 0u)); }
uvec2 result(uint s)
{
    uint w = resultAt(s);
    return wide() ? uvec2(out_words[w], out_words[w + 1u]) : uvec2(out_words[w], 0u);
}
uint resultIndex(uint s) { return out_words[resultAt(s) + (wide() ? 2u : 1u)]; }
