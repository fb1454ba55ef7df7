// SPDX-License-Identifier: MIT
// Keys of one or two words: reading, comparing, cutting into digits, and assembling.

#part word
// Keys of a word. sortable() comes from the slot KEY: the key as a uint of the same order.
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
uvec2 keyWords(KEY key) { return uvec2(key, 0u); }
KEY keyMask(KEY sorted, uint low, uint high) { return sorted & low; }
KEY keyPart(KEY key, uint low, uint high) { return sortable(key) & low; }

#part pair
// Keys of two words, the low one first. sortable() comes from the slot KEY: the key as a 64-bit
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
uvec2 keyWords(KEY key) { return key; }
KEY keyMask(KEY sorted, uint low, uint high) { return sorted & uvec2(low, high); }
KEY keyPart(KEY key, uint low, uint high) { return sortable(key) & uvec2(low, high); }
