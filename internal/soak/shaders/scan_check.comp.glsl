// SPDX-License-Identifier: MIT
// Checks a scan by neighbours. At the head of a segment the result must be the identity, or the
// item for an inclusive scan. Elsewhere it must be the result before combined with one item. By
// induction all results are then right.
// Grid: one invocation an item, in one or two dimensions. Reads: In, Cuts, Out. Writes: Ring.
// CPU twin: a running sum.
#include "soak/item.glsl"
#include "soak/ring.glsl"
#include "soak/rank.glsl"
#include "soak/cuts.glsl"

layout(std430, binding = BIND_IN) readonly buffer In { uint in_words[]; };
layout(std430, binding = BIND_OUT) readonly buffer Out { uint out_words[]; };
uniform uint in_from;
uniform uint out_from;
uniform uint count;
uniform uint op;
uniform uint by;
uniform uint key_words;
uniform uint inclusive;
uniform uint identity_low;
uniform uint identity_high;

uvec2 source(uint i) { return wide() ? uvec2(in_words[in_from + 2u * i], in_words[in_from + 2u * i + 1u]) : uvec2(in_words[in_from + i], 0u); }
uvec2 result(uint i) { return wide() ? uvec2(out_words[out_from + 2u * i], out_words[out_from + 2u * i + 1u]) : uvec2(out_words[out_from + i], 0u); }

uvec2 both(uvec2 a, uvec2 b)
{
    if (op == OP_MIN) return below(rankOf(b), rankOf(a)) ? b : a;
    if (op == OP_MAX) return below(rankOf(a), rankOf(b)) ? b : a;
    if (type == TYPE_F32) return uvec2(floatBitsToUint(uintBitsToFloat(a.x) + uintBitsToFloat(b.x)), 0u);
    uint carry;
    uint low = uaddCarry(a.x, b.x, carry);
    return wide() ? uvec2(low, a.y + b.y + carry) : uvec2(low, 0u);
}

bool head(uint i)
{
    if (i == 0u) return true;
    if (by == BY_FLAGS) return cuts[cuts_from + i] != 0u;
    if (by == BY_OFFSETS) {
        uint s = cutsUpTo(i);
        return s > 0u && cuts[cuts_from + s - 1u] == i;
    }
    bool differs = false;
    for (uint w = 0u; by == BY_KEYS && w < key_words; w++) {
        if (cuts[cuts_from + i * key_words + w] != cuts[cuts_from + (i - 1u) * key_words + w]) differs = true;
    }
    return differs;
}

void main()
{
    uint i = itemIndex();
    checked(i);
    if (i >= count) return;
    uvec2 want = uvec2(identity_low, identity_high);
    if (head(i)) {
        if (inclusive != 0u) want = source(i);
    } else {
        want = both(result(i - 1u), inclusive != 0u ? source(i) : source(i - 1u));
    }
    if (result(i) != want) wrong(WRONG_RESULT, i);
}
