// SPDX-License-Identifier: MIT
// Checks the first k of many keys. They must increase strictly by key and index. The kernel counts
// the items that are no later than the k-th; if there are k (sums_check), no other item belongs to
// the first k. For a PartialSort all indices must occur once, and keys equal to the k-th must come
// before the rest.
// Grid: one invocation an item, in one or two dimensions. Reads: In, Out, Indices. Writes: Work,
// Ring.
// CPU twin: sort.Stable, cut.
#include "soak/item.glsl"
#include "soak/ring.glsl"
#include "soak/keys.glsl"

layout(std430, binding = BIND_INDICES) readonly buffer Indices { uint indices[]; };
layout(std430, binding = BIND_WORK) buffer Work { uint work[]; };
uniform uint indices_from;
uniform uint first; // k, at most count
uniform uint partial;

void main()
{
    uint j = itemIndex();
    checked(j);
    if (j >= count) return;
    uint edge = 0u;
    if (first > 0u) {
        edge = indices[indices_from + first - 1u];
        if (edge >= count) {
            wrong(WRONG_RESULT, first - 1u);
            return;
        }
        if (precedes(keyIn(j), keyIn(edge)) || (ties(keyIn(j), keyIn(edge)) && j <= edge)) atomicAdd(ring[slot + SLOT_COUNT], 1u);
    }
    if (j >= (partial != 0u ? count : first)) return;
    uint i = indices[indices_from + j];
    if (i >= count || keyOut(j) != keyIn(i)) {
        wrong(WRONG_RESULT, j);
        return;
    }
    if (partial != 0u && (atomicOr(work[i / 32u], 1u << (i % 32u)) >> (i % 32u) & 1u) != 0u) wrong(WRONG_RESULT, j);
    if (j == 0u) return;
    uint last = indices[indices_from + j - 1u];
    if (last >= count) return; // already reported
    if (j < first) {
        if (precedes(keyIn(i), keyIn(last)) || (ties(keyIn(i), keyIn(last)) && last >= i)) wrong(WRONG_ORDER, j);
    } else if (first > 0u && ties(keyIn(i), keyIn(edge)) && !ties(keyIn(last), keyIn(edge))) {
        wrong(WRONG_ORDER, j);
    }
}
