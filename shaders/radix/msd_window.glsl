// SPDX-License-Identifier: MIT
// The parts of the sort of a window (msd_windows.comp.glsl).
#include "lib/lanes.glsl#base"
#include <KEYS>
#include <PUT>
#include <PAYLOAD>
#include "radix/msd.glsl#plan"
layout(std430, binding = BIND_PLAN) buffer Plan { uint plan[]; };
#include "radix/msd.glsl#buckets"
#include "radix/msd.glsl#rest"

#define CELL_WORDS (1u << (CELL_BITS - 2u))  // four cells each
#define PLACE_LIMIT (1u << CELL_BITS)        // places are below it
#define CELL_MOST 128u                       // a cell's number of keys is a byte
#define RUN_MOST 16u

// The keys of four cells in each word, then the keys before those. Later words, keys or a payload.
shared uint tile_words[2u * CELL_WORDS > TILE_SIZE ? 2u * CELL_WORDS : TILE_SIZE];
shared uint window_rest;   // 1 if the window is listed for msd_rest
shared uint window_equal;  // 1 if words of two keys differ in their places alone

// An invocation's item k of a window.
uint itemOf(uint k) { return subgroupIndex() * LANE_COUNT * ITEMS_PER_THREAD + k * LANE_COUNT + laneIndex(); }

// The map of numbers to 32 bits. It ascends, however it is rounded.
uvec2 map_first;
uint map_down;   // the difference to map_first is shifted down, cut to map_range, and shifted up,
uint map_range;
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
    map_down = max(bits, 31u) - 31u;
    map_up = 31u - min(bits, 31u);
    map_range = (count << (base - map_down)) - 1u;
    // 2^62 over the range, and a little less, so that the product has 62 bits.
    map_scale = uint(min(4611681406762778624.0 / float((map_range + 1u) << map_up), 4294967040.0));
}

uint mapped(uvec2 number)
{
    uint part = keyLess(number, map_first) ? 0u : highBits(minus(number, map_first), map_down);
    uint high;
    uint low;
    umulExtended(min(part, map_range) << map_up, map_scale, high, low);
    return high << 2u | low >> 30u;
}

uint sumOfBytes(uint word) { return word * 0x01010101u >> 24u; }
uint cellShift(uint cell) { return cell % 4u * 8u; }

// Where the keys of a cell begin and, above it, end.
uint cellRange(uint cell)
{
    uint counts = tile_words[cell / 4u];
    uint begin = tile_words[CELL_WORDS + cell / 4u] + sumOfBytes(counts & (1u << cellShift(cell)) - 1u);
    return begin | begin + (counts >> cellShift(cell) & 0xFFu) << 16u;
}

// Writes the keys before each word of cells.
void scanCells()
{
    uint each = (CELL_WORDS + GROUP_SIZE - 1u) / GROUP_SIZE | 1u;  // odd, so that invocations use different banks
    uint first = threadIndex() * each;
    uint end = min(first + each, CELL_WORDS);
    uint sum = 0u;
    for (uint i = first; i < end; i++) sum += sumOfBytes(tile_words[i]);
    uint total;
    uint before = groupExclusive(sum, total);
    for (uint i = first; i < end; i++) {
        tile_words[CELL_WORDS + i] = before;
        before += sumOfBytes(tile_words[i]);
    }
}

uint placeOf(uint word) { return word & PLACE_LIMIT - 1u; }
uvec2 numberAt(uint begin, uint p) { return numberOf(keyAt(begin + placeOf(tile_words[p]))); }
bool sameWord(uint p, uint q) { return (tile_words[p] ^ tile_words[q]) < PLACE_LIMIT; }

// Sorts the keys of equal words from place p on, by insertion.
void sortRun(uint begin, uint p, uint left)
{
    uint end = p + 2u;
    while (end < left && end - p <= RUN_MOST && sameWord(p, end)) end++;
    if (end - p > RUN_MOST) {
        window_rest = 1u;
        return;
    }
    for (uint i = p + 1u; i < end; i++) {
        uint word = tile_words[i];
        uvec2 number = numberOf(keyAt(begin + placeOf(word)));
        uint to = i;
        for (; to > p && keyLess(number, numberAt(begin, to - 1u)); to--) tile_words[to] = tile_words[to - 1u];
        tile_words[to] = word;
    }
}

// Puts the keys of equal words in order. Words of two cells may be equal too: their keys are in
// order. Ends with a sync.
void sortEqualWords(uint begin, uint left, uint word[ITEMS_PER_THREAD], inout uint place[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (itemOf(k) < left) tile_words[place[k]] = word[k];
    }
    sync();
    for (uint i = threadIndex(); i + 1u < left; i += GROUP_SIZE) {
        if (sameWord(i, i + 1u) && (i == 0u || !sameWord(i - 1u, i))) sortRun(begin, i, left);
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) word[k] = placeOf(tile_words[itemOf(k)]);
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (itemOf(k) < left) tile_words[word[k]] = itemOf(k);
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) place[k] = tile_words[itemOf(k)];
    sync();
}

// Moves a word of each item to its place. Ends with a sync.
void moveWords(uint left, uint place[ITEMS_PER_THREAD], inout uint word[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (itemOf(k) < left) tile_words[place[k]] = word[k];
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) word[k] = tile_words[itemOf(k)];
    sync();
}

void moveKeys(uint left, uint place[ITEMS_PER_THREAD], inout uvec2 pair[ITEMS_PER_THREAD])
{
    for (uint w = 0u; w < 2u; w++) {
        uint word[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) word[k] = w == 0u ? pair[k].x : pair[k].y;
        moveWords(left, place, word);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (w == 0u) pair[k].x = word[k];
            else pair[k].y = word[k];
        }
    }
}
