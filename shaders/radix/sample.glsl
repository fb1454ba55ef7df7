// SPDX-License-Identifier: MIT
// The search for the first k keys by a sample (radix/sample.go). The items of the search are keys
// with their indices. They are ordered by the bits sorted by, then by index. So no two are equal.
// SHARED_STATE is coherent in kernels whose workgroups read what others write, else nothing.

#part state
// The state of a search, and the order of keys.
#include <KEYS>

layout(std430, binding = BIND_SAMPLE) SHARED_STATE buffer Sample {
    uint bound_low;    // no item behind the bound is a candidate
    uint bound_high;
    uint bound_index;
    uint wanted;       // k, or n if that is less
    uint found;        // the number of candidates
    uint finished;     // workgroups; 0 before and after
};
uniform uint part_low;  // the bits sorted by
uniform uint part_high;
uniform uint descending;

// The bits of a key that decide its place, as a number that is smaller where the key comes first.
KEY orderBits(KEY key)
{
    KEY part = keyPart(key, part_low, part_high);
    return descending != 0u ? part ^ KEY_OF(part_low, part_high) : part;
}

bool before(KEY a, uint a_index, KEY b, uint b_index) { return keyLess(a, b) || (a == b && a_index < b_index); }

// The number of bits up to the highest one that is set.
uint bitsOf(uint low, uint high) { return high != 0u ? uint(findMSB(high)) + 33u : uint(findMSB(low) + 1); }

#part items
// Items in memory: all of a word side by side, and the indices last.
#include "radix/sample.glsl#state"
layout(std430, binding = BIND_ITEMS) SHARED_STATE buffer Items { uint items[]; };
uniform uint items_at;
uniform uint item_room;

uint itemWord(uint i, uint w) { return items[items_at + w * item_room + i]; }
KEY itemKey(uint i) { return KEY_OF(itemWord(i, 0u), itemWord(i, KEY_WORDS - 1u)); }
uint itemIndex(uint i) { return itemWord(i, KEY_WORDS); }

void putItem(uint i, KEY key, uint index)
{
    for (uint w = 0u; w < KEY_WORDS; w++) items[items_at + w * item_room + i] = KEY_WORD(key, w);
    items[items_at + KEY_WORDS * item_room + i] = index;
}

#part cut
// cutFirst finds where the first of a workgroup's items end, digit by digit. Afterwards isFirst
// says whether an item is one of them. countDigits, which the kernel defines, calls countDigit for
// each of the invocation's items. The search stops as soon as the items that agree with all digits
// so far are all wanted. Contains barriers.
void countDigits();

bool cut_by_index;  // the digit is one of the index, not of the place
KEY cut_place;
KEY cut_mask;       // the bits of cut_place that count
uint cut_index;
uint cut_index_mask;
uint cut_shift;     // of the digit

shared uint cut_counts[RADIX];
shared uint cut_digit;
shared uint cut_before;  // the items of smaller digits
shared uint cut_here;    // and of the digit

KEY bitsAt(uint bits, uint shift)
{
    uint high = shift >= 32u ? bits << (shift - 32u) : 0u;
    return KEY_OF(shift < 32u ? bits << shift : 0u, high);
}

bool isFirst(KEY place, uint index)
{
    KEY p = place & cut_mask;
    return keyLess(p, cut_place) || (p == cut_place && (index & cut_index_mask) <= cut_index);
}

void countDigit(KEY place, uint index)
{
    if ((place & cut_mask) != cut_place || (index & cut_index_mask) != cut_index) return;
    uvec2 w = keyWords(place);
    uint word = cut_by_index ? index : cut_shift < 32u ? w.x : w.y;
    atomicAdd(cut_counts[word >> (cut_shift & 31u) & (RADIX - 1u)], 1u);
}

// Finds the digit of the last of the first items. Returns the items with it, and leaves in first
// how many of them are among the first.
uint cutDigit(inout uint first)
{
    for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) cut_counts[d] = 0u;
    sync();
    countDigits();
    sync();
    uint carry = 0u;
    for (uint begin = 0u; begin < RADIX; begin += GROUP_SIZE) {
        uint d = begin + threadIndex();
        uint here = d < RADIX ? cut_counts[d] : 0u;
        uint total;
        uint before = carry + groupExclusive(here, total);
        if (first > before && first - before <= here) {
            cut_digit = d;
            cut_before = before;
            cut_here = here;
        }
        carry += total;
    }
    sync();
    first -= cut_before;
    return cut_here;
}

// The bits of places from bit top on are all zero. 0 < first <= count.
void cutFirst(uint count, uint first, uint top)
{
    cut_by_index = false;
    cut_place = KEY(0u);
    cut_mask = KEY(0u);
    cut_index = 0u;
    cut_index_mask = 0u;
    uint places = (top + RADIX_BITS - 1u) / RADIX_BITS;
    for (uint d = places + 32u / RADIX_BITS; d > 0u && count > first; d--) {
        cut_by_index = d <= 32u / RADIX_BITS;
        cut_shift = (cut_by_index ? d - 1u : d - 1u - 32u / RADIX_BITS) * RADIX_BITS;
        count = cutDigit(first);
        if (cut_by_index) {
            cut_index |= cut_digit << cut_shift;
            cut_index_mask |= RADIX - 1u << cut_shift;
        } else {
            cut_place |= bitsAt(cut_digit, cut_shift);
            cut_mask |= bitsAt(RADIX - 1u, cut_shift);
        }
    }
}

#part hash
// A number of 32 bits that looks random (Jarzynski and Olano 2020, pcg).
uint hash(uint v)
{
    uint state = v * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

#part rank
// The rank of an item among others: the number of those before it. The kernel defines the others:
// part_items of them, and word w of four of them at a time.
uvec4 fourWords(uvec4 at, uint w);

#define RANK_FOURS (RANK_TILE / 4u)
#define RANK_SLICES (GROUP_SIZE / RANK_BATCH)  // of the workgroup, each of which counts some of the tile
#define RANK_STEP 2u  // fours that an invocation loads at a time
shared uvec4 rank_word[(KEY_WORDS + 1u) * RANK_FOURS];  // a tile of items: places, then indices

// The fours of a tile, in whole steps of all slices.
uint foursOf(uint begin)
{
    uint unit = 4u * RANK_STEP * RANK_SLICES;
    return (min(part_items - begin, RANK_TILE) + unit - 1u) / unit * RANK_STEP * RANK_SLICES;
}

// Puts a tile of the items into shared memory. Behind the last one are items that come before none.
void stageTile(uint begin)
{
    for (uint f = threadIndex(); f < foursOf(begin); f += GROUP_SIZE) {
        uvec4 word[KEY_WORDS + 1u];
        uvec4 at = min(begin + 4u * f + uvec4(0u, 1u, 2u, 3u), uvec4(part_items - 1u));
        for (uint w = 0u; w <= KEY_WORDS; w++) word[w] = fourWords(at, w);
        for (uint c = 0u; c < 4u; c++) {
            KEY place = orderBits(KEY_OF(word[0][c], word[KEY_WORDS - 1u][c]));
            bool none = begin + 4u * f + c >= part_items;
            for (uint w = 0u; w < KEY_WORDS; w++) word[w][c] = none ? 0xFFFFFFFFu : KEY_WORD(place, w);
            if (none) word[KEY_WORDS][c] = 0xFFFFFFFFu;
        }
        for (uint w = 0u; w <= KEY_WORDS; w++) rank_word[w * RANK_FOURS + f] = word[w];
    }
    sync();
}

// The number of the tile's items before an item. Each slice of the workgroup takes some of them.
uint countBefore(uint begin, KEY place, uint index)
{
    uint sum = 0u;
    uint fours = foursOf(begin);
    for (uint first = threadIndex() / RANK_BATCH; first < fours; first += RANK_STEP * RANK_SLICES) {
        uvec4 word[RANK_STEP][KEY_WORDS + 1u];
        for (uint s = 0u; s < RANK_STEP; s++) {
            for (uint w = 0u; w <= KEY_WORDS; w++) word[s][w] = rank_word[w * RANK_FOURS + first + s * RANK_SLICES];
        }
        for (uint s = 0u; s < RANK_STEP; s++) {
            for (uint c = 0u; c < 4u; c++) {
                KEY other = KEY_OF(word[s][0][c], word[s][KEY_WORDS - 1u][c]);
                sum += before(other, word[s][KEY_WORDS][c], place, index) ? 1u : 0u;
            }
        }
    }
    return sum;
}
