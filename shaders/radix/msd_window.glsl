// SPDX-License-Identifier: MIT
// WINDOW of keys of two words: the sort of a window (radix/msd.glsl). A linear function maps a key
// to 32 bits, from the first bucket of the window to the last. The lowest of these are replaced by
// the key's place in the window. Words of a cell that then differ in their places alone are put in
// order by all bits of their keys.
#define CELL_SHIFT (32u - CELL_BITS)
#define PLACE_MASK ((1u << CELL_BITS) - 1u)
#include <KEYS>
#include <PUT>
#include <PAYLOAD>
#include "radix/cell_counts.glsl"
#include "radix/msd.glsl#plan"
layout(std430, binding = BIND_PLAN) buffer Plan { uint plan[]; };
#include "radix/msd.glsl#buckets"

#define INEXACT 0x80000000u  // of a place: the rest is an index of inexact_places

shared uint inexact_places[INEXACT_MOST];
shared uint inexact_count;

// The map of numbers to 32 bits. It ascends, however it is rounded.
uvec2 map_first;
uint map_down;   // the difference to map_first is shifted down, by a word more if map_high,
bool map_high;
uint map_range;  // cut to map_range, and shifted up,
uint map_up;
uint map_scale;  // multiplied by this, and shifted down by 30

// Makes the map of buckets low to high.
void mapBuckets(uint low, uint high)
{
    uint base = plan[PLAN_BASE];
    uvec2 skip = base >= 32u ? uvec2(0u, low << (base - 32u)) : uvec2(low << base, base == 0u ? 0u : low >> (32u - base));
    uint carry;
    map_first.x = uaddCarry(plan[PLAN_FROM], skip.x, carry);
    map_first.y = plan[PLAN_FROM + 1u] + skip.y + carry;
    uint count = high - low + 1u;
    uint bits = uint(findMSB(count)) + 1u + base;
    uint down = max(bits, 31u) - 31u;
    map_up = 31u - min(bits, 31u);
    map_range = (count << (base - down)) - 1u;
    map_high = down >= 32u;
    map_down = down & 31u;
    // 2^62 over the range, and a little less, so that the product has 62 bits.
    map_scale = uint(min(4611681406762778624.0 / float((map_range + 1u) << map_up), 4294967040.0));
}

uint mapped(uvec2 number)
{
    uvec2 down = minus(number, map_first);
    if (map_high) down = uvec2(down.y, 0u);
    uint part = down.x >> map_down | down.y << 1u << (31u - map_down);
    if (down.y >> map_down != 0u) part = map_range;
    if (keyLess(number, map_first)) part = 0u;
    uint high;
    uint low;
    umulExtended(min(part, map_range) << map_up, map_scale, high, low);
    return high << 2u | low >> 30u;
}

// Where the word staged at p goes, by all bits of the keys of its cell.
uint exactPlace(uint begin, uint p)
{
    uint word = stagedWord(p);
    uvec2 number = numberOf(keyAt(begin + (word & PLACE_MASK)));
    uint first = cellBegin(word >> CELL_SHIFT);
    uint end = first + cellCount(word >> CELL_SHIFT);
    uint to = first;
    for (uint i = first; i < end; i++) {
        uint place = stagedWord(i) & PLACE_MASK;
        uvec2 other = numberOf(keyAt(begin + place));
        to += keyLess(other, number) || other == number && place < (word & PLACE_MASK) ? 1u : 0u;
    }
    return to;
}

// Makes the places exact that are marked. Returns whether it could. Contains a sync.
bool makeExact(uint begin, inout uint slot[ITEMS_PER_THREAD])
{
    if (inexact_count == 0u) return true;
    if (inexact_count > INEXACT_MOST) return false;
    for (uint i = threadIndex(); i < inexact_count; i += GROUP_SIZE) inexact_places[i] = exactPlace(begin, inexact_places[i]);
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (slot[k] >= INEXACT) slot[k] = inexact_places[slot[k] - INEXACT];
    }
    return true;
}

uint bucketAt(uint begin) { return 0u; }

bool sortWindow(uint begin, uint left, uint bucket)
{
    uint t = threadIndex();
    uvec2 pair[ITEMS_PER_THREAD];
    uint word[ITEMS_PER_THREAD];
    uint slot[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) pair[k] = keyAt(begin + min(k * GROUP_SIZE + t, left - 1u));
    mapBuckets(bucketOf(numberOf(keyAt(begin))), bucketOf(numberOf(keyAt(begin + left - 1u))));
    clearCells(left);
    if (t == 0u) inexact_count = 0u;
    sync();
    uint most = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + t;
        if (k * GROUP_SIZE < left) {
            uint one = i < left ? 1u : 0u;
            word[k] = mapped(numberOf(pair[k])) & ~PLACE_MASK | i;
            slot[k] = countKey(word[k], one);
            most = max(most, slot[k] * one);
        }
    }
    most = mostOf(most);
    if (most >= CELL_MOST) return false;
    beginCells();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (k * GROUP_SIZE + t < left) stageWord(word[k], slot[k]);
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint p = k * GROUP_SIZE + t;
        slot[k] = 0u;
        if (p < left) {
            word[k] = stagedWord(p);
            uint near;
            slot[k] = cellPlace(p, word[k], most, near);
            if (near <= PLACE_MASK) {
                uint i = atomicAdd(inexact_count, 1u);
                if (i < INEXACT_MOST) inexact_places[i] = p;
                slot[k] = INEXACT + i;
            }
            word[k] &= PLACE_MASK;
        }
    }
    sync();
    if (!makeExact(begin, slot)) return false;
    // Read again: kept in registers, they halve the workgroups that an H200 runs at once. The
    // compiler cannot see that none is inexact.
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) pair[k] = keyAt(begin + min(k * GROUP_SIZE + t + inexact_count / TILE_SIZE / 2u, left - 1u));
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) staged[k * GROUP_SIZE + t] = pair[k].x;
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (k * GROUP_SIZE + t < left) pair[k].x = staged[word[k]];
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) staged[k * GROUP_SIZE + t] = pair[k].y;
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (k * GROUP_SIZE + t < left) putKey(begin + slot[k], uvec2(pair[k].x, staged[word[k]]));
    }
    if (HAS_PAYLOAD) {
        uint value[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) value[k] = payloadAt(begin + min(k * GROUP_SIZE + t, left - 1u));
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) staged[k * GROUP_SIZE + t] = value[k];
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (k * GROUP_SIZE + t < left) putPayload(begin + slot[k], staged[word[k]]);
        }
    }
    return true;
}
