// SPDX-License-Identifier: MIT
// Keys of one or two words (KEYS), and the digit of a key in a pass (DIGIT).

#part word
// KEYS of a word. sortable() comes from the slot KEY: the key as a uint of the same order.
#define KEY uint
#define KEY_WORDS 1u
#define KEY_WORD(key, w) key
#define KEY_OF(low, high) low
layout(std430, binding = BIND_KEYS) readonly buffer Keys { uint keys[]; };
uniform uint keys_at;
#include <KEY>

KEY keyAt(uint i) { return keys[keys_at + i]; }
uint keyBits(KEY key, uint shift) { return sortable(key) >> shift; }
bool keyLess(KEY a, KEY b) { return a < b; }
KEY keyMin(KEY a, KEY b) { return min(a, b); }
uvec2 keyWords(KEY key) { return uvec2(key, 0u); }
KEY keyMask(KEY sorted, uint low, uint high) { return sorted & low; }
KEY keyPart(KEY key, uint low, uint high) { return sortable(key) & low; }

#part pair
// KEYS of two words, the low one first. sortable() comes from the slot KEY: the key as a 64-bit
// uint of the same order.
#define KEY uvec2
#define KEY_WORDS 2u
#define KEY_WORD(key, w) key[w]
#define KEY_OF(low, high) uvec2(low, high)
layout(std430, binding = BIND_KEYS) readonly buffer Keys { uint keys[]; };
uniform uint keys_at;
#include <KEY>

KEY keyAt(uint i)
{
    uint w = keys_at + 2u * i;
    return uvec2(keys[w], keys[w + 1u]);
}

// 32 bits of a key from shift on. A shift by 32 is undefined in GLSL.
uint keyBits(KEY key, uint shift)
{
    uvec2 k = sortable(key);
    if (shift >= 32u) return k.y >> (shift - 32u);
    return shift == 0u ? k.x : k.x >> shift | k.y << (32u - shift);
}
bool keyLess(KEY a, KEY b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }
KEY keyMin(KEY a, KEY b) { return keyLess(b, a) ? b : a; }
uvec2 keyWords(KEY key) { return key; }
KEY keyMask(KEY sorted, uint low, uint high) { return sorted & uvec2(low, high); }
KEY keyPart(KEY key, uint low, uint high) { return sortable(key) & uvec2(low, high); }

#part digit_bits
// DIGIT of a pass. digitOf: the digit of a key. digitPlace: the place of a digit among all, from 0;
// it is its own inverse. digit_flip is digit_mask for a descending sort: digits then come from the
// last to the first, and equal keys keep their order.
#include <KEYS>
uniform uint digit_shift;
uniform uint digit_mask;
uniform uint digit_flip;

uint digitOf(KEY key) { return keyBits(key, digit_shift) & digit_mask; }
uint digitPlace(uint d) { return d ^ digit_flip; }

#part words
// From here on the keys of a kernel are words, whatever its slot KEYS says.
#undef KEY
#undef KEY_WORDS
#undef KEY_WORD
#undef KEY_OF
#define KEY uint
#define KEY_WORDS 1u
#define KEY_WORD(key, w) key
#define KEY_OF(low, high) low

#part digit_packing
// DIGIT of a packed argsort's first pass (radix/packing.go). An item is a word: the bits of a key
// that are sorted by, above the key's place in its tile. So the tile moves one word for each key.
#include <KEYS>
uniform uint packed_from;  // the lowest bit sorted by
uniform uint packed_mask;  // of the bits sorted by
uniform uint digit_shift;
uniform uint digit_mask;
uniform uint digit_flip;

uint itemAt(uint i) { return (keyBits(keyAt(i), packed_from) & packed_mask) << PLACE_BITS | i % TILE_SIZE; }
uint itemBits(uint item, uint shift) { return item >> shift; }

// From here on the keys of the kernel are these items.
#include "radix/keys.glsl#words"
#define keyAt itemAt
#define keyBits itemBits

uint digitOf(KEY key) { return keyBits(key, digit_shift) & digit_mask; }
uint digitPlace(uint d) { return d ^ digit_flip; }

#part digit_each
// DIGIT of a kernel that makes all passes: setDigit(p) chooses the digit of pass p.
#include <KEYS>
uniform uint first_bit;
uniform uint bit_count;
uniform uint descending;

uint digit_shift;
uint digit_mask;

uint digitCount() { return (bit_count + RADIX_BITS - 1u) / RADIX_BITS; }
void setDigit(uint p)
{
    uint bits = min(bit_count - p * RADIX_BITS, RADIX_BITS);
    digit_shift = first_bit + p * RADIX_BITS;
    digit_mask = (1u << bits) - 1u;
}
uint digitOf(KEY key) { return keyBits(key, digit_shift) & digit_mask; }
uint digitPlace(uint d) { return descending != 0u ? d ^ digit_mask : d; }

// The bits sorted by, at most 32, as a number in the order of the result.
uint numberOf(KEY key)
{
    uint mask = 0xFFFFFFFFu >> (32u - min(bit_count, 32u));
    return (keyBits(key, first_bit) & mask) ^ (descending != 0u ? mask : 0u);
}

#part digit_planned
// DIGIT as in the part digit_bits, but radix_order.comp.glsl has selected the digit on the GPU.
#include <KEYS>
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint order[]; };
uniform uint digit_at;  // the place of the pass's shift, mask and flip

uint digitOf(KEY key) { return keyBits(key, order[digit_at]) & order[digit_at + 1u]; }
uint digitPlace(uint d) { return d ^ order[digit_at + 2u]; }

#part digit_class
// DIGIT of a selection: 0 for keys before the threshold of radix_select, 1 for keys equal to it
// in the bits sorted by, 2 for the rest.
#include <KEYS>
#include "radix/keys.glsl#selection"
uniform uint part_low;
uniform uint part_high;
uniform uint descending;

uint digitOf(KEY key)
{
    KEY part = keyPart(key, part_low, part_high);
    KEY at = threshold();
    if (part == at) return 1u;
    return keyLess(part, at) != (descending != 0u) ? 0u : 2u;
}
uint digitPlace(uint d) { return d; }

#part selection
// The state of radix_select, digit by digit: the key in place k of the sorted order, in the bits
// sorted by.
layout(std430, binding = BIND_SELECTION) coherent buffer Selection {
    uint threshold_low;
    uint threshold_high;
    uint remaining;      // how many of the k keys are equal to the threshold
    uint taken;          // k, or n if that is less
    uint finished;       // 0 before and after
    uint counts[RADIX];  // 0 before and after
};

KEY threshold() { return KEY_OF(threshold_low, threshold_high); }
