// SPDX-License-Identifier: MIT
// The items in order (KEYS): their type, their loads and stores, and before(a, b). A buffer is an
// array of KEY_STORED, whose items begin at word or record `at`. TILE_WORD(place) is a word in the
// place of an item of tile_keys. If items have no room for one, WORDS_APART is true and the words
// lie in TILE_WORDS.

#part word
// Items of a built-in type of one word. sortable() comes from the slot KEY.
#define KEY_STORED uint
#define LOAD_KEY(array, at, i) array[(at) + (i)]
#define STORE_KEY(array, at, i, key) array[(at) + (i)] = key
#define WORDS_APART false
#define TILE_WORDS
#define TILE_WORD(place) tile_keys[place]
#define PUT_TILE_WORD(place, word) tile_keys[place] = word
#include <KEY>

bool before(KEY a, KEY b) { return DESCENDING != 0 ? sortable(b) < sortable(a) : sortable(a) < sortable(b); }

#part pair
// Items of a built-in type of two words, the low one first. sortable() comes from the slot KEY.
#define KEY_STORED uint
#define LOAD_KEY(array, at, i) uvec2(array[(at) + 2u * (i)], array[(at) + 2u * (i) + 1u])
#define STORE_KEY(array, at, i, key) array[(at) + 2u * (i)] = key.x; array[(at) + 2u * (i) + 1u] = key.y
#define WORDS_APART false
#define TILE_WORDS
#define TILE_WORD(place) tile_keys[place].x
#define PUT_TILE_WORD(place, word) tile_keys[place].x = word
#include <KEY>

bool pairBefore(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }
bool before(KEY a, KEY b)
{
    return DESCENDING != 0 ? pairBefore(sortable(b), sortable(a)) : pairBefore(sortable(a), sortable(b));
}

#part record
// Items of the caller's type.
#include "merge/keys.glsl#callers"
#define WORDS_APART true
#define TILE_WORDS shared uint tile_words[TILE_PLACES];
#define TILE_WORD(place) tile_words[place]
#define PUT_TILE_WORD(place, word) tile_words[place] = word

#part integer
// Items of type uint or int, in the caller's order.
#include "merge/keys.glsl#callers"
#define WORDS_APART false
#define TILE_WORDS
#define TILE_WORD(place) uint(tile_keys[place])
#define PUT_TILE_WORD(place, word) tile_keys[place] = KEY(word)

#part callers
// Items in the order of the caller's own less. Reflection checks their std430 array stride.
#include <LESS>
#define KEY_STORED KEY
#define LOAD_KEY(array, at, i) array[(at) + (i)]
#define STORE_KEY(array, at, i, key) array[(at) + (i)] = key

bool before(KEY a, KEY b) { return bool(less(a, b)); }
