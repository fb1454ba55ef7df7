// SPDX-License-Identifier: MIT
// Compares each result of a reduction with the findings of reduce_items: a sum must be equal, and a
// least or largest must be the value of an item. Without items the result must be the identity.
// Grid: one invocation a result, in one or two dimensions. Reads: Cuts, Out, Work. Writes: Ring.
// CPU twin: a loop.
#include "soak/item.glsl"
#include "soak/ring.glsl"
#include "soak/results.glsl"

uniform uint identity_low;
uniform uint identity_high;

void main()
{
    uint s = itemIndex();
    checked(s);
    if (s >= segments) return;
    uvec2 got = result(s);
    uint items = count;
    if (whole == 0u) items = min(cuts[cuts_from + s + 1u], count) - min(cuts[cuts_from + s], count);
    bool right = work[2u * s] != 0u;
    if (op == OP_SUM) {
        uvec2 want = uvec2(work[2u * s], work[2u * s + 1u]);
        if (type == TYPE_F32) want.x = floatBitsToUint(float(int(want.x)));
        right = got == want;
    } else if (items == 0u) {
        right = got == uvec2(identity_low, identity_high) && (!finding() || resultIndex(s) == 0xFFFFFFFFu);
    }
    if (!right) wrong(WRONG_RESULT, s);
}
