// SPDX-License-Identifier: MIT
// Holds each item against its segment's result: sums are added up again by atomics, the least or
// largest is beaten by no item, and one item at least is it. reduce_check follows.
// Grid: one invocation an item, in one or two dimensions. Reads: In, Cuts, Out. Writes: Work, Ring.
// CPU twin: a loop over each segment.
#include "soak/item.glsl"
#include "soak/ring.glsl"
#include "soak/results.glsl"

layout(std430, binding = BIND_IN) readonly buffer In { uint in_words[]; };
uniform uint in_from;

void main()
{
    uint i = itemIndex();
    checked(i);
    if (i >= count) return;
    uint s = 0u;
    if (whole == 0u) {
        uint cut = cutsUpTo(i);
        if (cut == 0u || cut > segments) return; // before the first offset or behind the last
        s = cut - 1u;
    }
    uvec2 v = wide() ? uvec2(in_words[in_from + 2u * i], in_words[in_from + 2u * i + 1u]) : uvec2(in_words[in_from + i], 0u);
    if (op == OP_SUM) {
        uint add = type == TYPE_F32 ? uint(int(uintBitsToFloat(v.x))) : v.x;
        uint was = atomicAdd(work[2u * s], add);
        // Whoever sees the low word pass 2^32 carries: the carries are as many as the sum has, in
        // any order.
        if (wide()) atomicAdd(work[2u * s + 1u], v.y + (was + add < was ? 1u : 0u));
        return;
    }
    uvec2 mine = rankOf(v);
    uvec2 best = rankOf(result(s));
    bool least = op == OP_MIN || op == OP_ARG_MIN;
    if (least ? below(mine, best) : below(best, mine)) wrong(WRONG_RESULT, i);
    if (mine != best) return;
    if (finding()) {
        if (i < resultIndex(s)) wrong(WRONG_RESULT, i);
        if (i != resultIndex(s)) return;
    }
    if (work[2u * s] == 0u) atomicOr(work[2u * s], 1u);
}
