// SPDX-License-Identifier: MIT
// The items that are sorted by splitters (ITEMS), in shared memory and in registers. An item is a
// vector: the index of a key, then its number, the bits sorted by, the lowest word first. The
// number decides first, so no two items are equal.

#part word
// ITEMS of keys of a word.
#include <UNSORTABLE>
#define ITEM uvec2
#define ITEM_WORDS 2u
#define READ_EACH 16u  // keys that an invocation reads at a time
#define READ_TURNS 1u  // 1: workgroups read the keys in different orders

shared uvec2 items[TILE_SIZE];

ITEM itemIn(uint place) { return items[place]; }
void setItem(uint place, ITEM item) { items[place] = item; }

KEY wholeNumber(KEY key) { return numberOf(key); }
KEY numberIn(ITEM item) { return item.y; }

// The key of an item: its number has all bits of it, or it is read again.
KEY keyOf(ITEM item)
{
    if (bit_count < 32u) return keyAt(item.x);
    return unsortable(item.y ^ (descending != 0u ? 0xFFFFFFFFu : 0u));
}

bool itemLess(ITEM a, ITEM b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }

// Whether a number is one of an item from low to high, both included.
bool isBetween(KEY number, ITEM low, ITEM high) { return number - low.y <= high.y - low.y; }

// The cell of an item, in the order of items. Word `by` of it is the highest one that differs
// among the items: by so many bits, least at the least.
uint cellOf(ITEM item, uint by, uint bits, uint least) { return item[by] - least >> bits - min(bits, CELL_BITS); }

#part pair
// ITEMS of keys of two words. Their words lie apart: an array of uvec3 takes four words for three
// on some drivers, and is larger than the least shared memory of OpenGL 4.3.
#include <UNSORTABLE>
#define ITEM uvec3
#define ITEM_WORDS 3u
#define READ_EACH 8u
#define READ_TURNS 0u  // 2^16 keys took an H200 37 us, and 39 in different orders

shared uint item_words[3u * TILE_SIZE];

ITEM itemIn(uint place)
{
    return uvec3(item_words[place], item_words[TILE_SIZE + place], item_words[2u * TILE_SIZE + place]);
}

void setItem(uint place, ITEM item)
{
    item_words[place] = item.x;
    item_words[TILE_SIZE + place] = item.y;
    item_words[2u * TILE_SIZE + place] = item.z;
}

KEY wholeNumber(KEY key)
{
    if (bit_count <= 32u) return uvec2(numberOf(key), 0u);
    uint high = 0xFFFFFFFFu >> (64u - bit_count);
    uvec2 bits = uvec2(keyBits(key, first_bit), keyBits(key, first_bit + 32u) & high);
    return bits ^ (descending != 0u ? uvec2(0xFFFFFFFFu, high) : uvec2(0u));
}

KEY numberIn(ITEM item) { return item.yz; }
KEY keyOf(ITEM item)
{
    if (bit_count < 64u) return keyAt(item.x);
    return unsortable(item.yz ^ (descending != 0u ? 0xFFFFFFFFu : 0u));
}

bool itemLess(ITEM a, ITEM b)
{
    if (a.z != b.z) return a.z < b.z;
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

bool isBetween(KEY number, ITEM low, ITEM high)
{
    return !keyLess(number, low.yz) && !keyLess(high.yz, number);
}

uint cellOf(ITEM item, uint by, uint bits, uint least)
{
    uint head = item[by] - least;
    if (by < 2u || bits >= CELL_BITS) return head >> bits - min(bits, CELL_BITS);
    return head << CELL_BITS - bits | item.y >> 32u - (CELL_BITS - bits);
}
