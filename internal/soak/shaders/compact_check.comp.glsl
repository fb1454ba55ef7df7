// SPDX-License-Identifier: MIT
// Checks the output of a compaction or a partition. Each entry must be a whole record that
// belongs there, and must come after the one before it in the input, or before it where
// reversed. If the number of entries is right, which class_count counted, these are all records,
// in order.
// Grid: one invocation a record, in one or two dimensions. Reads: In, Cuts, Out. Writes: Ring.
// CPU twin: append() for each class.
#include "soak/item.glsl"
#include "soak/ring.glsl"
#include "soak/class.glsl"

layout(std430, binding = BIND_OUT) readonly buffer Out { uint out_words[]; };
uniform uint out_from;
uniform uint room;
uniform uint classes;  // above 1: a partition, which writes all records
uniform uint only;     // otherwise: the class of the records that Out gets
uniform uint to_index; // 1: the output has indices, not records
uniform uint reversed; // 1: class 1 is in reverse order

uint entry(uint j)
{
    if (to_index != 0u) return out_words[out_from + j];
    return out_words[out_from + j * stride_words] >> 3;
}

void main()
{
    uint j = itemIndex();
    checked(j);
    uint written = classes > 1u ? count : min(ring[slot + SLOT_COUNT + only], room);
    if (j >= written) return;
    if (only != 0u && decides == DECIDES_VALUE) { // all words are 0, so there is no index
        for (uint w = 0u; w < stride_words; w++) {
            if (out_words[out_from + j * stride_words + w] != 0u) wrong(WRONG_RESULT, j);
        }
        return;
    }
    uint i = entry(j);
    if (i >= count) {
        wrong(WRONG_RESULT, j);
        return;
    }
    for (uint w = 0u; to_index == 0u && w < stride_words; w++) {
        if (out_words[out_from + j * stride_words + w] != recordWord(i, w)) wrong(WRONG_RESULT, j);
    }
    uint c = classOf(i);
    if (classes <= 1u && c != only) wrong(WRONG_RESULT, j);
    if (j == 0u) return;
    uint last = entry(j - 1u);
    if (last >= count) return; // already reported
    uint d = classOf(last);
    bool turned = reversed != 0u && c == 1u;
    if (d > c || (d == c && (turned ? last <= i : last >= i))) wrong(WRONG_ORDER, j);
}
