// SPDX-License-Identifier: MIT
// Sorts the keys of each window (radix/msd.glsl), stable, in shared memory: a word for each key, by
// two digits, and then the keys whose words are equal. A word is a linear function of the key, from
// the first bucket of the window to the last. A window with more than RUN_MOST equal words in a row
// is listed for msd_rest instead.
// Grid: one workgroup for each window, in one dimension; a second row takes the last buckets of
// windows of more than TILE_SIZE keys. Reads: Keys, Table, the payload. Writes: DstKeys, Table, the
// payload. Reads and writes: Plan. A destination may be the source.
// CPU twin: slices.SortStable of the window, see msd_test.go.
#include "lib/grid.glsl"
#include "radix/msd_tile.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_TABLE) buffer Table { uint table[]; };
uniform uint table_at;
uniform uint rest_begin;  // of Table

#define RUN_MOST 16u
#define RUN_LIST (2u * RADIX)
shared uint run_count;
shared uint run_long;  // 1 if a run has more than RUN_MOST words

uvec2 digitShare(uint d, uint worker) { return uvec2(0u); }  // of startDigits, which has no caller here

// The map of numbers to words: (number - map_first >> map_shift) * map_scale >> 32.
uvec2 map_first;
uint map_shift;
uint map_scale;

// Makes the map of buckets low to high. Rounding does not matter: the map ascends in any case.
void mapBuckets(uint low, uint high)
{
    uint base = plan[PLAN_BASE];
    uvec2 skip = base >= 32u ? uvec2(0u, low << (base - 32u)) : uvec2(low << base, base == 0u ? 0u : low >> (32u - base));
    uint carry;
    map_first.x = uaddCarry(plan[PLAN_FROM], skip.x, carry);
    map_first.y = plan[PLAN_FROM + 1u] + skip.y + carry;
    uint count = high - low + 1u;
    map_shift = max(uint(findMSB(count)) + 1u + base, 31u) - 31u;
    map_scale = uint(min(281474976710656.0 / float(count << (base - map_shift)), 4294967040.0));
}

uint wordOf(uvec2 number, uint place)
{
    uint part = keyLess(number, map_first) ? 0u : highBits(minus(number, map_first), map_shift);
    uint high;
    uint low;
    umulExtended(part, map_scale, high, low);
    return min(high, 0xFFFFu) << WORD_BITS | place;
}

// A staged word, and its place in the window's keys.
uint stagedWord(uint p) { return digit_counts[stagedAt(p)] >> WORD_BITS; }
uvec2 stagedNumber(uint begin, uint p) { return numberOf(pairAt(begin + wordPlace(digit_counts[stagedAt(p)]))); }

// Whether place p is the first of equal words.
bool beginsRun(uint p, uint left)
{
    if (p + 1u >= left) return false;
    uint word = stagedWord(p);
    return stagedWord(p + 1u) == word && (p == 0u || stagedWord(p - 1u) != word);
}

// Sorts the keys of equal words from place p on, by insertion.
void sortEqual(uint begin, uint p, uint left)
{
    uint word = stagedWord(p);
    uint end = p + 2u;
    while (end < left && end - p <= RUN_MOST && stagedWord(end) == word) end++;
    if (end - p > RUN_MOST) {
        run_long = 1u;
        return;
    }
    for (uint i = p + 1u; i < end; i++) {
        uint item = digit_counts[stagedAt(i)];
        uvec2 number = numberOf(pairAt(begin + wordPlace(item)));
        uint to = i;
        for (; to > p && keyLess(number, stagedNumber(begin, to - 1u)); to--) digit_counts[stagedAt(to)] = digit_counts[stagedAt(to - 1u)];
        digit_counts[stagedAt(to)] = item;
    }
}

// Sorts the keys of equal words. Few runs are listed, so that each takes an invocation. The list
// lies where the digits' places were. Ends with a sync.
void sortRuns(uint begin, uint left)
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (!beginsRun(itemOf(k), left)) continue;
        uint at = atomicAdd(run_count, 1u);
        if (at < RADIX) digit_next[at] = itemOf(k);
        else if (at < RUN_LIST) digit_start[at - RADIX] = itemOf(k);
    }
    sync();
    uint runs = run_count;
    if (runs <= RUN_LIST) {
        for (uint at = threadIndex(); at < runs; at += GROUP_SIZE) sortEqual(begin, at < RADIX ? digit_next[at] : digit_start[at - RADIX], left);
    } else {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (beginsRun(itemOf(k), left)) sortEqual(begin, itemOf(k), left);
        }
    }
    sync();
}

void sortWindow(uint begin, uint left)
{
    uvec2 pair[ITEMS_PER_THREAD];
    uint word[ITEMS_PER_THREAD];
    uint value[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) pair[k] = pairAt(begin + min(itemOf(k), left - 1u));
    mapBuckets(bucketOf(numberOf(pairAt(begin))), bucketOf(numberOf(pairAt(begin + left - 1u))));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) word[k] = wordOf(numberOf(pair[k]), itemOf(k));
    stageWords(left, WORD_BITS, word);
    takeWords(word);
    stageWords(left, WORD_BITS + RADIX_BITS, word);
    sortRuns(begin, left);
    if (run_long != 0u) {
        if (threadIndex() == 0u) {
            uint at = table_at + rest_begin + 2u * atomicAdd(plan[PLAN_REST], 1u);
            table[at] = begin;
            table[at + 1u] = begin + left;
        }
        return;
    }
    takeWords(word);
    movePairs(left, word, pair);
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (itemOf(k) < left) putPair(begin + itemOf(k), pair[k]);
    }
    if (HAS_PAYLOAD) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) value[k] = payloadAt(begin + min(itemOf(k), left - 1u));
        moveValues(left, word, value);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (itemOf(k) < left) putPayload(begin + itemOf(k), value[k]);
        }
    }
}

void main()
{
    uint at = table_at + 2u * gl_WorkGroupID.x;
    uint begin = table[at];
    uint end = table[at + 2u];
    bool cut = end - begin > TILE_SIZE;
    if (cut && gl_WorkGroupID.y == 0u) end = table[at + 3u];
    if (cut && gl_WorkGroupID.y == 1u) begin = table[at + 3u];
    if (threadIndex() == 0u) {
        hot_digit = 0u;
        run_count = 0u;
        run_long = 0u;
    }
    sync();
    if ((cut || gl_WorkGroupID.y == 0u) && end - begin <= TILE_SIZE && end > begin) sortWindow(begin, end - begin);
}
