// SPDX-License-Identifier: MIT
// Compares each item with its segment's result. Sums are added up again by atomics. No item may be
// less than the least or more than the largest, and at least one must be equal. reduce_check runs
// next.
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
        if (cut == 0u || cut > segments) return; // before the first offset or after the last
        s = cut - 1u;
    }
    uvec2 v = wide() ? uvec2(in_words[in_from + 2u * i], in_words[in_from + 2u * i + 1u]) : uvec2(in_words[in_from + i], 0u);
    if (op == OP_SUM) {
        uint add = type == TYPE_F32 ? uint(int(uintBitsToFloat(v.x))) : v.x;
        uint was = atomicAdd(work[2u * s], add);
        // The invocation whose addition makes the low word wrap around adds the carry. The number
        // of carries is the same in any order.
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
