// SPDX-License-Identifier: MIT
// The operands at the ends of a scan. startValue reads the item that the scan begins with, or
// returns the identity if there is none. putTotal writes the result of all items, if it is wanted.

#part start_words
// The item is of a built-in type, and may lie at any word.
layout(std430, binding = BIND_START) readonly buffer Start { uint start_words[]; };
uniform uint start_at;
uniform uint has_start;

#if VALUE_WORDS == 1
WORDS startWords() { return start_words[start_at]; }
#elif VALUE_WORDS == 2
WORDS startWords() { return uvec2(start_words[start_at], start_words[start_at + 1u]); }
#else
WORDS startWords()
{
    return uvec4(start_words[start_at], start_words[start_at + 1u], start_words[start_at + 2u], start_words[start_at + 3u]);
}
#endif

VALUE startValue()
{
    if (has_start == 0u) return VALUE_IDENTITY;
    return FROM_WORDS(startWords());
}

#part start_record
// The item is of the caller's type.
layout(std430, binding = BIND_START) readonly buffer Start { VALUE start[]; };
uniform uint start_at;
uniform uint has_start;

VALUE startValue()
{
    if (has_start == 0u) return VALUE_IDENTITY;
    return start[start_at];
}

#part total_words
layout(std430, binding = BIND_TOTAL) writeonly buffer Total { uint total_words[]; };
uniform uint total_at;
uniform uint has_total;

#if VALUE_WORDS == 1
void putTotalWords(WORDS w) { total_words[total_at] = w; }
#else
void putTotalWords(WORDS w)
{
    for (uint k = 0u; k < VALUE_WORDS; k++) total_words[total_at + k] = w[k];
}
#endif

void putTotal(VALUE v)
{
    if (has_total != 0u) putTotalWords(TO_WORDS(v));
}

#part total_record
layout(std430, binding = BIND_TOTAL) writeonly buffer Total { VALUE total[]; };
uniform uint total_at;
uniform uint has_total;

void putTotal(VALUE v)
{
    if (has_total != 0u) total[total_at] = v;
}
