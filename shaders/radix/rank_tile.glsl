// SPDX-License-Identifier: MIT
// One tile on its way to its place: loadTile; rankTile (lib/match.glsl), which puts it in digit order in shared memory;
// writeTile from there, so that neighbours write neighbours. Before this stand digitTotal(d), the keys of a digit in
// all; digitBefore(d, worker), those known to lie before this workgroup's; and digitCounted(tile, d, count), which is
// told a tile's count of each digit as soon as it is known. Contains barriers: call it from uniform control flow.
#include "lib/item_sum.glsl"
#include "lib/group_scan.glsl"
#include "lib/match.glsl"
#include <DIGIT>
#include <PUT>
#include <PAYLOAD>

shared uint digit_next[RADIX];   // where the next key of a digit goes; for writeTile, less its place in the tile
shared uint digit_start[RADIX];  // where a digit starts in the tile
shared KEY staged[TILE_SIZE];
shared uint one_digit;           // all keys have the same

// An invocation's items of a tile are runBegin() + k * LANE_COUNT.
uint runBegin() { return subgroupIndex() * LANE_COUNT * ITEMS_PER_THREAD + laneIndex(); }

// digit_next: all smaller digits, and this digit's keys of the workers before.
void startDigits(uint worker, uint n)
{
    if (threadIndex() == 0u) one_digit = 0u;
    sync();
    uint carry = 0u;
    for (uint first = 0u; first < RADIX; first += GROUP_SIZE) {
        uint d = first + threadIndex();
        uint total;
        uint here = d < RADIX ? digitTotal(d) : 0u;
        if (here == n) one_digit = 1u;
        uint before = carry + groupExclusive(here, total);
        if (d < RADIX) digit_next[d] = before + digitBefore(d, worker);
        carry += total;
    }
}

// Turns the subgroups' counts into places in the tile: a digit's start, and its items of the subgroups before.
void placeDigits(uint tile)
{
    uint carry = 0u;
    for (uint first = 0u; first < RADIX; first += GROUP_SIZE) {
        uint d = first + threadIndex();
        uint sum = 0u;
        if (d < RADIX) {
            for (uint s = 0u; s < SUBGROUP_COUNT; s++) {
                uint c = digit_counts[s * RADIX + d];
                digit_counts[s * RADIX + d] = sum;
                sum += c;
            }
            digitCounted(tile, d, sum);
        }
        uint total;
        uint start = carry + groupExclusive(sum, total);
        if (d < RADIX) digit_start[d] = start;
        carry += total;
    }
}

// Where a digit ends in a tile of left items.
uint digitEnd(uint d, uint left) { return d + 1u < RADIX ? digit_start[d + 1u] : left; }

// Loads the tile that begins at item begin and has left items.
void loadTile(uint begin, uint left, out KEY key[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = runBegin() + k * LANE_COUNT;
        key[k] = KEY_ZERO;
        if (i < left) key[k] = keyAt(begin + i);
    }
}

// Ranks a tile's keys and stages them; place is where each went. A sync must follow.
void rankTile(uint tile, uint left, KEY key[ITEMS_PER_THREAD], out uint place[ITEMS_PER_THREAD])
{
    countsClear();
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        place[k] = rankRound(digitOf(key[k]), runBegin() + k * LANE_COUNT < left);
    }
    sync();
    placeDigits(tile);
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint d = digitOf(key[k]);
        place[k] += digit_start[d] + digit_counts[subgroupIndex() * RADIX + d];
        if (runBegin() + k * LANE_COUNT < left) staged[place[k]] = key[k];
    }
}

// Writes the staged keys, and the payload that goes with them, to digit_next and on.
void writeTile(uint begin, uint left, uint place[ITEMS_PER_THREAD])
{
    uint t = threadIndex();
    uint to[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint p = k * GROUP_SIZE + t;
        if (p < left) {
            to[k] = digit_next[digitOf(staged[p])] + p;
            putKey(to[k], staged[p]);
        }
    }
    if (HAS_PAYLOAD) {
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = runBegin() + k * LANE_COUNT;
            if (i < left) KEY_STAGE(staged[place[k]]) = payloadAt(begin + i);
        }
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint p = k * GROUP_SIZE + t;
            if (p < left) putPayload(to[k], KEY_STAGE(staged[p]));
        }
    }
}

// Copies the items from begin up to end, each to its own place.
void moveStraight(uint begin, uint end)
{
    for (uint tile = begin; tile < end; tile += TILE_SIZE) {
        KEY key[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + threadIndex();
            if (i < end - tile) key[k] = keyAt(tile + i);
        }
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + threadIndex();
            if (i < end - tile) {
                putKey(tile + i, key[k]);
                putPayload(tile + i, payloadAt(tile + i));
            }
        }
        if (end - tile <= TILE_SIZE) break;
    }
}
