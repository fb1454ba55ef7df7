// SPDX-License-Identifier: MIT
// WINDOW of keys of a word: the sort of a bucket (radix/buckets.glsl). Its keys differ in the lower
// 16 bits of their numbers. With a payload these are staged above the key's place in the bucket, so
// that no two words are equal.
#define CELL_SHIFT (HAS_PAYLOAD ? 32u - CELL_BITS : 16u - CELL_BITS)
#define PLACE_MASK 0xFFFFu
#include <KEYS>
#include <UNSORTABLE>
#include <PUT>
#include <PAYLOAD>
#include "radix/cell_counts.glsl"
#include "radix/msd.glsl#plan"
layout(std430, binding = BIND_PLAN) buffer Plan { uint plan[]; };
#include "radix/buckets.glsl#number"

shared uint disorder;

// Whether the words are in order already. Contains barriers.
bool inOrder(uint left, uint word[ITEMS_PER_THREAD])
{
    if (threadIndex() == 0u) disorder = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i < left) staged[i] = word[k];
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i + 1u < left && staged[i] > staged[i + 1u]) disorder = 1u;
    }
    sync();
    return disorder == 0u;
}

uint bucketAt(uint begin) { return numberOf(keyAt(begin)) >> 16u; }

bool sortWindow(uint begin, uint left, uint bucket)
{
    uint t = threadIndex();
    uint word[ITEMS_PER_THREAD];
    uint slot[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) word[k] = keyAt(begin + min(k * GROUP_SIZE + t, left - 1u));
    clearCells(left);
    sync();
    uint most = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + t;
        if (k * GROUP_SIZE < left) {
            uint one = i < left ? 1u : 0u;
            word[k] = numberOf(word[k]);
            word[k] = HAS_PAYLOAD ? word[k] << 16u | i : word[k] & 0xFFFFu;
            slot[k] = countKey(word[k], one);
            most = max(most, slot[k] * one);
        }
    }
    most = mostOf(most);
    if (most >= CELL_MOST) return inOrder(left, word);
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
            slot[k] = begin + cellPlace(p, word[k], most, near);
            uint number = bucket << 16u | (HAS_PAYLOAD ? word[k] >> 16u : word[k]);
            putKey(slot[k], unsortable(number ^ (0u - descending)));
        }
    }
    if (HAS_PAYLOAD) {
        uint value[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) value[k] = payloadAt(begin + min(k * GROUP_SIZE + t, left - 1u));
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) staged[k * GROUP_SIZE + t] = value[k];
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (k * GROUP_SIZE + t < left) putPayload(slot[k], staged[word[k] & PLACE_MASK]);
        }
    }
    return true;
}
