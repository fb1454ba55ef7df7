// SPDX-License-Identifier: MIT
// The content of word j of an area before an operation: data of some kind between junk words.
// words_make writes it, and words_same computes it again to check that it has not changed.
#include "soak/spread.glsl"
uniform uint kind;
uniform uint before;      // junk words before the data
uniform uint data_words;
uniform uint item_words;
uniform uint argument;    // its meaning depends on kind
uniform uint spread_high; // spread of the words after an item's first

uint junkAt(uint j) { return mix32(j ^ mix32(seed)); }

// The first item of the run of equal items that holds item i. Runs have argument items, or powers
// of two up to 64 if argument is 0.
uint runFirst(uint i)
{
    if (argument > 0u) return i - i % argument;
    return i - i % (1u << (mix32((i / 64u) ^ seed) % 7u));
}

// Word w of record i. The first word has the index above three bits that decide the class.
uint recordWord(uint i, uint w)
{
    uint c = classAt(i);
    uint rest = mix32(i ^ mix32(seed + w));
    switch (kind) {
    case MAKE_RECORDS_VALUE: return c != 0u ? 0u : w == 0u ? i << 3 | 1u : rest;
    case MAKE_RECORDS_KEEP: return w == 0u ? i << 3 | (c == 0u ? 1u : 0u) : rest;
    case MAKE_RECORDS_PART: return w == 0u ? i << 3 | c : rest;
    case MAKE_RECORDS_RUNS: return w == 0u ? runFirst(i) << 3 | 1u : mix32(runFirst(i) ^ mix32(seed + w));
    case MAKE_RECORDS_SAME: return w == 0u ? i << 3 | 1u : w == 1u ? runFirst(i) : rest;
    }
    return w == 0u ? i << 3 | (rest & 7u) : rest;
}

// Offset s of items/argument segments. Offsets ascend in groups of period equal ones. With density
// 1 the segments cover all items.
uint offsetAt(uint s)
{
    uint last = data_words - 1u;
    if (density == 1u && (s == 0u || s == last)) return s == 0u ? 0u : items;
    uint u = s - s % max(period, 1u);
    return min(items, u * argument + mix32(u ^ seed) % (argument + 1u));
}

uint maskWord(uint i)
{
    uint bits = 0u;
    for (uint b = 0u; b < 32u; b++) {
        if (classAt(32u * i + b) == 0u) bits |= 1u << b;
    }
    return bits;
}

// argument keys in a word; each has the highest bits of its value.
uint narrowWord(uint i)
{
    uint word = 0u;
    uint bits = 32u / argument;
    for (uint b = 0u; b < argument; b++) word |= (spreadValue(spread, i * argument + b, 0u) >> (32u - bits)) << (b * bits);
    return word;
}

uint made(uint j)
{
    if (j < before || j - before >= data_words) return junkAt(j);
    uint i = (j - before) / item_words;
    uint w = (j - before) % item_words;
    uint c = classAt(i);
    switch (kind) {
    case MAKE_CONSTANT: return argument;
    case MAKE_INDEX: return i;
    case MAKE_VALUES: return w == 0u ? spreadValue(spread, i, 0u) : spreadValue(spread_high, i, w);
    // Whole numbers from -argument to argument.
    case MAKE_FLOATS: return floatBitsToUint(float(int(spreadValue(spread, i, 0u) % (2u * argument + 1u)) - int(argument)));
    case MAKE_SMALL: return spreadValue(spread, i, 0u) % (2u * argument + 1u) - argument;
    case MAKE_FLAGS: return c == 0u ? mix32(i ^ seed) | 1u : 0u;
    case MAKE_CLASSES: return c == 2u ? 2u + (mix32(i ^ seed) & argument) : c;
    case MAKE_MASK: return maskWord(i);
    case MAKE_OFFSETS: return offsetAt(i);
    case MAKE_RUNS: return mix32(runFirst(i) ^ seed) & (w == 0u ? 0xFFFFFFFFu : 1u);
    case MAKE_RUN_KEYS: return mix32(i * argument ^ seed) & (w == 0u ? 0xFFFFFFFFu : 1u);  // of runs of argument items
    case MAKE_EDGES: return argument + i * period;
    case MAKE_FLOAT_EDGES: return floatBitsToUint(float(int(argument + i * period)));
    case MAKE_NARROW: return narrowWord(i);
    case MAKE_RING: return i % SLOT_WORDS == SLOT_FIRST ? 0xFFFFFFFFu : 0u;
    }
    return recordWord(i, w);
}
