// SPDX-License-Identifier: MIT
// A sort of keys of two words by the most significant digits first. Two passes order the keys by 16
// bits, from the highest bit that differs among sampled keys down. Then each workgroup sorts whole
// runs of keys that are equal in these bits, in shared memory. A bucket is the value of these bits.
//
// All numbers ascend in the order of the result: sortable keys, only the bits sorted by, turned
// over if the sort descends. The buckets are those of the numbers FROM to TO. A smaller number has
// the first bucket and a greater one the last.

#part plan
// The words of Plan. Two halves follow, one for this sort and one for the next, which this one
// clears. A half has a word that is not 0 if the sort goes by the least significant digit. Then it
// has the number of sampled keys that were sampled before, and the sampled keys of each bucket.
#define PLAN_SHIFTS 0u   // the lowest bit of the digit of pass 0, and of pass 1
#define PLAN_WINDOWS 3u  // 1 if windows follow
#define PLAN_FROM 4u     // two words
#define PLAN_TO 6u       // two words
#define PLAN_BASE 8u     // the lowest bit of the buckets
#define PLAN_REST 9u     // the entries of the list for window_dense, and of that for msd_rest
#define BUCKETS 65536u
#define HALF_EQUAL 1u
#define HALF_KEYS 2u
#define HALF_WORDS (HALF_KEYS + BUCKETS)

// The words of Args: of each indirect dispatch three.
#define ARGS_WINDOWS 0u  // msd_windows
#define ARGS_WITHIN 4u   // the first two passes, if all numbers are among FROM to TO
#define ARGS_OUTSIDE 8u  // the same if some are not
#define ARGS_PASSES 12u  // three pairs of passes of the other digits, as far as the sort needs them

#part rest
// The list of the rest: windows and buckets that another kernel sorts. Plan comes before.
layout(std430, binding = BIND_TABLE) buffer Table { uint table[]; };
uniform uint table_at;
uniform uint rest_begin;  // of Table
uniform uint rest_number; // 0 for the list for window_dense, 1 for that for msd_rest

void listRest(uint begin, uint left)
{
    if (threadIndex() != 0u) return;
    uint at = table_at + rest_begin + 2u * atomicAdd(plan[PLAN_REST + rest_number], 1u);
    table[at] = begin;
    table[at + 1u] = begin + left;
}

#part scattered
// A hash, for samples.
uint scattered(uint i)
{
    i *= 2654435761u;
    return i ^ i >> 15u;
}

#part buckets
// The bucket of a number. KEYS and Plan come before.
uniform uint part_low;  // the bits sorted by
uniform uint part_high;
uniform uint descending;

uvec2 numberOf(uvec2 key)
{
    return keyPart(key, part_low, part_high) ^ uvec2(part_low * descending, part_high * descending);
}

uvec2 minus(uvec2 a, uvec2 b)
{
    uint borrow;
    uint low = usubBorrow(a.x, b.x, borrow);
    return uvec2(low, a.y - b.y - borrow);
}

// a >> shift, or the greatest word if that does not fit in one.
uint highBits(uvec2 a, uint shift)
{
    if (shift >= 32u) return a.y >> (shift - 32u);
    if (a.y >> shift != 0u) return 0xFFFFFFFFu;
    return shift == 0u ? a.x : a.x >> shift | a.y << (32u - shift);
}

uint bucketFrom(uvec2 number, uvec2 from, uint base)
{
    return keyLess(number, from) ? 0u : min(highBits(minus(number, from), base), BUCKETS - 1u);
}
uint bucketOf(uvec2 number) { return bucketFrom(number, uvec2(plan[PLAN_FROM], plan[PLAN_FROM + 1u]), plan[PLAN_BASE]); }

#part digit
// DIGIT of the first two passes: of a bucket, or by the least significant digit of a key.
#include <KEYS>
#include "radix/msd.glsl#plan"
layout(std430, binding = BIND_PLAN) readonly buffer Plan { uint plan[]; };
uniform uint digit_number;  // 0 or 1
uniform uint digit_flip;

uint digit_shift = plan[PLAN_SHIFTS + digit_number];  // read once, not for each digit

uint digitOf(KEY key) { return keyBits(key, digit_shift) & RADIX - 1u; }
uint digitPlace(uint d) { return d ^ digit_flip; }

#part digit_outside
// The same of buckets, if some numbers are not among FROM to TO. A branch on that in the part digit
// took an H200 27 us a pass of 2^24 keys.
#include <KEYS>
#include "radix/msd.glsl#plan"
layout(std430, binding = BIND_PLAN) readonly buffer Plan { uint plan[]; };
#include "radix/msd.glsl#buckets"
uniform uint digit_number;
uniform uint digit_flip;

uint digitOf(KEY key) { return bucketOf(numberOf(key)) >> (RADIX_BITS * digit_number) & RADIX - 1u ^ digit_flip; }
uint digitPlace(uint d) { return d ^ digit_flip; }

#part number_of_word
// DIGIT of the same for keys of a word, as numbers whose second word is 0.
#include <KEYS>
#include "radix/buckets.glsl#number"
#include "radix/msd.glsl#plan"
layout(std430, binding = BIND_PLAN) buffer Plan { uint plan[]; };
#define WORD_BITS 16u

uint digit_shift;
uvec2 numberOf(uvec2 key) { return uvec2(numberOf(key.x), 0u); }
uint digitOf(KEY key) { return key >> digit_shift & RADIX - 1u; }
uint digitPlace(uint d) { return d; }

#part word
// DIGIT of a tile of words, each a number of 16 bits above the place of its key in the tile.
#include <KEYS>
#include "radix/msd.glsl#plan"
layout(std430, binding = BIND_PLAN) buffer Plan { uint plan[]; };
#include "radix/msd.glsl#buckets"
#define WORD_BITS 16u  // of each

uint digit_shift;
uint wordAt(uint i) { return i; }

// From here on the keys of the tile are words.
#include "radix/keys.glsl#words"
#define keyAt wordAt

uint digitOf(KEY key) { return key >> digit_shift & RADIX - 1u; }
uint digitPlace(uint d) { return d; }
