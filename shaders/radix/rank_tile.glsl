// SPDX-License-Identifier: MIT
// One tile on its way to its place: loadTile; rankTile (lib/match.glsl); stageKeys, which puts it in digit order in shared memory;
// writeTile from there, so that neighbours write neighbours (radix/write_tile.glsl). Before this stand digitShare(d, worker), the keys of a
// digit in all, and those known to lie before this workgroup's; and digitCounted(tile, d, count), which is told a tile's count
// of each digit as soon as it is known. Contains barriers: call it from uniform control flow.
#include "lib/item_sum.glsl"
#include "lib/group_scan.glsl"
#include <DIGIT>
#include <PUT>
#include <PAYLOAD>
#include "lib/unroll.glsl"

// Room for what is not needed at a time: the subgroups' counts of digits, the keys in their order, and the payload in its.
// In rooms of their own they kept an H200 at half as many workgroups: a sort of 2^24 keys took 1118 us, in one 857.
// A tile of more than that is staged in STAGES parts.
#define STAGE_SIZE (TILE_SIZE / STAGES)
#define STAGE_EACH (ITEMS_PER_THREAD / STAGES)
#define PLACES ((ITEMS_PER_THREAD + 1u) / 2u)  // two in a word
shared uint digit_counts[SUBGROUP_COUNT * RADIX > STAGE_SIZE * KEY_WORDS ? SUBGROUP_COUNT * RADIX : STAGE_SIZE * KEY_WORDS];
#include "lib/match.glsl"

// Where an item is staged that belongs to place p of its tile. Keys in order have as many of each digit: the places of a subgroup's
// are 32 apart, which is one bank of shared memory, were not each 32 places turned in another way. 2^24 such keys took an
// H200 460 us, turned 302.
#define STAGE_TURN (STAGE_SIZE % 32u == 0u ? 0x1Fu : 0u)
uint stagedAt(uint p) { return p ^ (p >> 5u & STAGE_TURN); }

// Digits are crowded where one has more than this part of all keys.
#define CROWD 32u
#define ONE_DIGIT 0x80000000u  // all keys have the same

shared uint digit_next[RADIX];   // where the next key of a digit goes; for writeTile, less its place in the tile
shared uint digit_start[RADIX];  // where a digit starts in the tile
shared uint crowd;               // 0 where digits are many, else the one that most keys have, and above it how many or ONE_DIGIT

bool oneDigit() { return crowd >= ONE_DIGIT; }

// An invocation's items of a tile are runBegin() + k * LANE_COUNT.
uint runBegin() { return subgroupIndex() * LANE_COUNT * ITEMS_PER_THREAD + laneIndex(); }

// digit_next: all smaller digits, and this digit's keys of the workers before. Gives the keys of all digits.
uint startDigits(uint worker, uint n)
{
    if (threadIndex() == 0u) crowd = 0u;
    sync();
    uint carry = 0u;
    for (uint first = 0u; first < RADIX; first += GROUP_SIZE) {
        uint place = first + threadIndex();
        uint d = digitPlace(place);
        uint total;
        uvec2 share = place < RADIX ? digitShare(d, worker) : uvec2(0u);
        uint here = share.x;
        if (here > n / CROWD) atomicMax(crowd, (here == n ? ONE_DIGIT : here / (n / 1024u + 1u) << 8u) | d);
        uint before = carry + groupExclusive(here, total);
        if (place < RADIX) digit_next[d] = before + share.y;
        carry += total;
    }
    return carry;
}

// Turns the subgroups' counts into places in the tile: a digit's start, and its items of the subgroups before.
void placeDigits(uint tile)
{
    for (uint first = 0u, carry = 0u; first < RADIX; first += GROUP_SIZE) {
        uint place = first + threadIndex();
        uint d = digitPlace(place);
        uint sum = 0u;
        if (place < RADIX) {
            for (uint s = 0u; s < SUBGROUP_COUNT; s++) sum += digit_counts[s * RADIX + d];
            digitCounted(tile, d, sum);
        }
        uint total;
        uint start = carry + groupExclusive(sum, total);
        if (place < RADIX) {
            digit_start[d] = start;
            for (uint s = 0u; s < SUBGROUP_COUNT; s++) {
                uint c = digit_counts[s * RADIX + d];
                digit_counts[s * RADIX + d] = start;
                start += c;
            }
        }
        carry += total;
    }
}

// Where a digit ends in a tile of left items.
uint digitEnd(uint d, uint left)
{
    uint next = digitPlace(d) + 1u;
    return next < RADIX ? digit_start[digitPlace(next)] : left;
}

// Loads the keys of the tile that begins at item begin and has left items. Behind the end the last is asked for again, as a branch
// would part the loads: of 2^24 keys an H200 sorted so in 441 us, with branches in 454.
void loadTile(uint begin, uint left, out KEY key[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = runBegin() + k * LANE_COUNT;
        key[k] = keyAt(begin + min(i, left - 1u));
    }
}

#define NO_PLACE 0xFFFFu  // and so is stagedAt(NO_PLACE) past every tile
uint placeOf(uint place[PLACES], uint k) { return place[k / 2u] >> (16u * (k % 2u)) & 0xFFFFu; }

// Ranks a tile's keys: place is where each is staged, past the tile behind the last of them. A sync has passed behind.
void rankTile(uint tile, uint left, KEY key[ITEMS_PER_THREAD], out uint place[PLACES])
{
    countsClear();
    for (uint i = 0u; i < PLACES; i++) place[i] = 0u;
    sync();
    if (LANE_ORDER == 1 && left == TILE_SIZE && crowd == 0u) {
        uint one = (runBegin() - left) >> 31;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            place[k / 2u] += rankRoundAhead(digitOf(key[k]), one) << (16u * (k % 2u));
        }
    } else {
        uint top = crowd & 0xFFu;
        uint tops = 0u;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            place[k / 2u] += rankRound(digitOf(key[k]), runBegin() + k * LANE_COUNT, left, top, tops) << (16u * (k % 2u));
        }
        countTop(top, tops);
    }
    sync();
    placeDigits(tile);
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        place[k / 2u] += digit_counts[subgroupIndex() * RADIX | digitOf(key[k])] << (16u * (k % 2u));
    }
    if (left < TILE_SIZE) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (runBegin() + k * LANE_COUNT >= left) place[k / 2u] |= NO_PLACE << (16u * (k % 2u));
        }
    }
    for (uint i = 0u; i < PLACES; i++) place[i] ^= place[i] >> 5u & STAGE_TURN * 0x10001u;  // stagedAt, two at a time
    sync();  // the counts' room is the keys' from here on
}

// Copies the items from begin up to end, each to its own place.
void moveStraight(uint begin, uint end)
{
    for (uint tile = begin; tile < end; tile += TILE_SIZE) {
        KEY key[ITEMS_PER_THREAD];
        uint value[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + threadIndex();
            key[k] = keyAt(tile + min(i, end - tile - 1u));
            value[k] = payloadAt(tile + min(i, end - tile - 1u));
        }
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + threadIndex();
            if (i < end - tile) {
                putKey(tile + i, key[k]);
                putPayload(tile + i, value[k]);
            }
        }
        if (end - tile <= TILE_SIZE) break;
    }
}
