// SPDX-License-Identifier: MIT
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
