// SPDX-License-Identifier: MIT
// The input: valueAt(i) is item i as a value.

#part words
// Values of a built-in type.
#include "lib/source.glsl#words_at"

VALUE valueAt(uint i) { return FROM_WORDS(wordsAt(i)); }

#part record
// The caller's records, which are the values.
layout(std430, binding = BIND_SRC) readonly buffer Src { VALUE src[]; };
uniform uint src_at;

VALUE valueAt(uint i) { return src[src_at + i]; }

#part mapped
// The caller's records, mapped to values by their own VALUE map(RECORD, uint index).
layout(std430, binding = BIND_SRC) readonly buffer Src { RECORD src[]; };
uniform uint src_at;

VALUE valueAt(uint i) { return map(src[src_at + i], i); }

#part words_at
// Reads items of VALUE_WORDS words from Src word by word, so that Src may start at any word.
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint src_at;

#if VALUE_WORDS == 1
WORDS wordsAt(uint i) { return src[src_at + i]; }
#elif VALUE_WORDS == 2
WORDS wordsAt(uint i)
{
    uint w = src_at + 2u * i;
    return uvec2(src[w], src[w + 1u]);
}
#else
WORDS wordsAt(uint i)
{
    uint w = src_at + 4u * i;
    return uvec4(src[w], src[w + 1u], src[w + 2u], src[w + 3u]);
}
#endif

#part words_wide
// Where the invocation's k-th four words begin in a tile. A subgroup has a contiguous run of the
// tile, and its lanes have neighbours.
#include "lib/source.glsl#fours"
uint wideAt(uint k) { return 4u * ((subgroupIndex() * VECTORS + k) * LANE_COUNT + laneIndex()); }
#include "lib/source.glsl#words_by_four"

#part words_own
// The same where an invocation has neighbouring words.
#include "lib/source.glsl#fours"
uint wideAt(uint k) { return threadIndex() * ITEMS_PER_THREAD + 4u * k; }
#include "lib/source.glsl#words_by_four"

#part fours
#pragma optionNV(unroll all)
#define VECTORS (ITEMS_PER_THREAD / 4u)

#part words_by_four
// Reads four words of Src at a time: one load and one bounds check instead of four. If Src does not
// start at a multiple of four words, or the tile is not whole, words are read one by one. src and
// src_at are defined before this.
layout(std430, binding = BIND_SRC) readonly buffer Src4 { uvec4 src4[]; };

// Whether all of a tile's words can be read by fours: the same for the whole workgroup.
bool isWide(uint tile, uint end) { return src_at % 4u == 0u && end - tile >= TILE_SIZE; }

// Reads all words of an invocation in the tile from word tile to end; past the end it reads other
// words. One branch surrounds all loads: a branch around each would split them.
void tileWords(uint tile, uint end, bool wide, out uvec4 w[VECTORS])
{
    if (wide) {
        for (uint k = 0u; k < VECTORS; k++) w[k] = src4[(src_at + tile + wideAt(k)) / 4u];
    } else {
        for (uint k = 0u; k < VECTORS; k++) {
            for (uint c = 0u; c < 4u; c++) w[k][c] = src[src_at + min(tile + wideAt(k) + c, end - 1u)];
        }
    }
}
