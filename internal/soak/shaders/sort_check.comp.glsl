// SPDX-License-Identifier: MIT
// Checks a sort. Key and index must increase strictly within a segment: that is order, stability
// and a permutation at once. Key and record must be those of the source. Keys alone must be in
// order, and sums over mixed keys must be the same before and after (sums_check).
// Grid: one invocation an item, in one or two dimensions. Reads: In, Out, Cuts, Payload,
// DstPayload. Writes: Ring.
// CPU twin: sort.Stable.
#include "soak/item.glsl"
#include "soak/ring.glsl"
#include "soak/keys.glsl"
#include "soak/cuts.glsl"

layout(std430, binding = BIND_PAYLOAD) readonly buffer Payload { uint payload[]; };
layout(std430, binding = BIND_DSTPAYLOAD) readonly buffer DstPayload { uint dst_payload[]; };
uniform uint payload_from;
uniform uint dst_payload_from;
uniform uint carries;
uniform uint stride_words;
uniform uint has_keys; // 0 for an argsort, which writes no keys
uniform uint segmented;

uint indexAt(uint j)
{
    if (carries == CARRIES_KEY) return keyOut(j).y; // the index is in bits that are not sorted by
    if (carries == CARRIES_RECORD) return dst_payload[dst_payload_from + j * stride_words] >> 3;
    return dst_payload[dst_payload_from + j];
}

uint segmentOf(uint i) { return segmented != 0u ? cutsUpTo(i) : 0u; }

void addKey(uint at, uvec2 key, uint s)
{
    uint m = mix32(key.x ^ mix32(key.y + mix32(s)));
    atomicAdd(ring[slot + at], m);
    atomicXor(ring[slot + at + 1u], m);
}

void main()
{
    uint j = itemIndex();
    checked(j);
    if (j >= count) return;
    uint s = segmentOf(j);
    bool begins = j == 0u || segmentOf(j - 1u) != s;
    if (carries == CARRIES_NOTHING) {
        if (!begins && precedes(keyOut(j), keyOut(j - 1u))) wrong(WRONG_ORDER, j);
        addKey(SLOT_SUMS, keyIn(j), s);
        addKey(SLOT_SUMS + 2u, keyOut(j), s);
        return;
    }
    uint i = indexAt(j);
    if (i >= count) {
        wrong(WRONG_RESULT, j);
        return;
    }
    if (has_keys != 0u && keyOut(j) != keyIn(i)) wrong(WRONG_RESULT, j);
    for (uint w = 0u; carries == CARRIES_RECORD && w < stride_words; w++) {
        if (dst_payload[dst_payload_from + j * stride_words + w] != payload[payload_from + i * stride_words + w]) wrong(WRONG_RESULT, j);
    }
    if (segmentOf(i) != s) wrong(WRONG_RESULT, j);
    if (begins) return;
    uint last = indexAt(j - 1u);
    if (last >= count) return; // already reported
    if (precedes(keyIn(i), keyIn(last)) || (ties(keyIn(i), keyIn(last)) && last >= i)) wrong(WRONG_ORDER, j);
}
