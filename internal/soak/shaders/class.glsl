// SPDX-License-Identifier: MIT
// The class of a record of a compaction, computed from the inputs in memory independently of
// package compact.
layout(std430, binding = BIND_IN) readonly buffer In { uint in_words[]; };
layout(std430, binding = BIND_CUTS) readonly buffer Cuts { uint cuts[]; };
uniform uint in_from;
uniform uint cuts_from;
uniform uint stride_words;
uniform uint decides;
uniform uint count;

uint recordWord(uint i, uint w) { return in_words[in_from + i * stride_words + w]; }

// Whether record i differs from the record before in the words from to to - 1.
bool differs(uint i, uint from, uint to)
{
    bool any = i == 0u;
    for (uint w = from; i > 0u && w < to; w++) {
        if (recordWord(i, w) != recordWord(i - 1u, w)) any = true;
    }
    return any;
}

// 0 is kept.
uint classOf(uint i)
{
    bool keeps = false;
    switch (decides) {
    case DECIDES_VALUE:
        for (uint w = 0u; w < stride_words; w++) {
            if (recordWord(i, w) != 0u) keeps = true;
        }
        break;
    case DECIDES_KEEP: keeps = (recordWord(i, 0u) & 1u) != 0u; break;
    case DECIDES_PART: return recordWord(i, 0u) & 3u;
    case DECIDES_FLAGS: keeps = cuts[cuts_from + i] != 0u; break;
    case DECIDES_CLASSES: return min(cuts[cuts_from + i], 2u);
    case DECIDES_MASK: keeps = (cuts[cuts_from + i / 32u] >> (i % 32u) & 1u) != 0u; break;
    case DECIDES_UNIQUE: keeps = differs(i, 0u, stride_words); break;
    case DECIDES_SAME: keeps = differs(i, 1u, 2u); break;
    case DECIDES_INDEX: keeps = (i * 2654435761u) >> 22 < 512u; break;
    }
    return keeps ? 0u : 1u;
}
