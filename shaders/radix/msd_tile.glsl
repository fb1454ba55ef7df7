// SPDX-License-Identifier: MIT
// The sort of a tile of words in shared memory, and the move of other words to their places. A
// kernel defines digitShare (radix/tile.glsl).
uvec2 digitShare(uint d, uint worker);
void digitCounted(uint tile, uint d, uint count) {}
#include "radix/tile.glsl"

// An invocation's item k of a tile.
uint itemOf(uint k) { return runBegin() + k * LANE_COUNT; }
uint wordPlace(uint word) { return word & (1u << WORD_BITS) - 1u; }

// Ranks the left words of a tile by the digit from bit shift on and stages them in that order. If a
// digit is frequent in a subgroup, rankTile waits in each round. Ends with a sync.
void stageWords(uint left, uint shift, uint word[ITEMS_PER_THREAD])
{
    digit_shift = shift;
    if (LANE_ORDER == 1) {
        uint frequent = frequentDigit(digitOf(word[0]));
        if (frequent != 0u && laneIndex() == 0u) atomicMax(hot_digit, frequent);
        sync();
    }
    uint place[PLACES];
    rankTile(0u, left, word, place);
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint p = stagePlace(place, k);
        if (p < TILE_SIZE) digit_counts[p] = word[k];
    }
    if (threadIndex() == 0u) hot_digit = 0u;  // of the next digit
    sync();
}

// Takes the staged words. Ends with a sync.
void takeWords(out uint word[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) word[k] = digit_counts[stagedAt(itemOf(k))];
    sync();
}

// Gives each place the value of the item whose word is there. Ends with a sync.
void moveValues(uint left, uint word[ITEMS_PER_THREAD], inout uint value[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) digit_counts[itemOf(k)] = value[k];
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (itemOf(k) < left) value[k] = digit_counts[wordPlace(word[k])];
    }
    sync();
}

// The same for values of STORED_WORDS words.
void movePairs(uint left, uint word[ITEMS_PER_THREAD], inout uvec2 pair[ITEMS_PER_THREAD])
{
    for (uint w = 0u; w < STORED_WORDS; w++) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) digit_counts[itemOf(k)] = w == 0u ? pair[k].x : pair[k].y;
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (itemOf(k) >= left) continue;
            if (w == 0u) pair[k].x = digit_counts[wordPlace(word[k])];
            else pair[k].y = digit_counts[wordPlace(word[k])];
        }
        sync();
    }
}
