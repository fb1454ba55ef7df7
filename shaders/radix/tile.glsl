// SPDX-License-Identifier: MIT
// The steps that move a tile to its sorted place. loadTile loads it. rankTile ranks its keys
// (lib/match.glsl). stageKeys puts them in digit order into shared memory. writeTile writes from
// there, so that neighbours write neighbours.
//
// The kernel defines two functions before this. digitShare(d, worker) returns the number of all
// keys of a digit, and those known to lie before this workgroup's. digitCounted(tile, d, count)
// gets a tile's count of each digit as soon as it is known. Contains barriers: call it from uniform
// control flow.
#include "lib/item.glsl#sum"
#include "lib/group.glsl#scan"
#include <DIGIT>
#include <PUT>
#include <PAYLOAD>
#include "lib/rolled.glsl"
#include "lib/unroll.glsl"

// One shared array with three uses that never overlap in time: digit counts of the subgroups,
// staged keys, staged payload. Three arrays halved the workgroups of an H200: 2^24 keys took 1118
// us, with one array 857. A tile of more words is staged in STAGES parts.
#define STAGE_SIZE (TILE_SIZE / STAGES)
#define STAGE_EACH (ITEMS_PER_THREAD / STAGES)
#define PLACES ((ITEMS_PER_THREAD + 1u) / 2u)  // two in a word
shared uint digit_counts[SUBGROUP_COUNT * RADIX > STAGE_SIZE * KEY_WORDS ? SUBGROUP_COUNT * RADIX : STAGE_SIZE * KEY_WORDS];
#include "lib/match.glsl"

// The place in shared memory of item p of a tile in digit order. Sorted keys have the same number
// of each digit, so a subgroup's places are 32 apart: in one bank of shared memory. So the places
// of each 32 are permuted. 2^24 such keys took an H200 460 us, and 302 with the permutation.
#define STAGE_TURN (STAGE_SIZE % 32u == 0u ? 0x1Fu : 0u)
uint stagedAt(uint p) { return p ^ (p >> 5u & STAGE_TURN); }

// A digit is hot if more than this part of all keys has it.
#define HOT_PART 32u
#define ONE_DIGIT 0x80000000u  // all keys have the same digit

// Where the next key of a digit goes; for writeTile, less its place in the tile.
shared uint digit_next[RADIX];
shared uint digit_start[RADIX];  // where a digit starts in the tile
// 0 if no digit is hot, else the most frequent digit, with its share or ONE_DIGIT above it.
shared uint hot_digit;

bool oneDigit() { return hot_digit >= ONE_DIGIT; }

// An invocation's items of a tile are runBegin() + k * LANE_COUNT.
uint runBegin() { return subgroupIndex() * LANE_COUNT * ITEMS_PER_THREAD + laneIndex(); }

// Fills digit_next: the keys of all smaller digits, and this digit's keys of the workers before.
// Returns the number of all keys.
uint startDigits(uint worker, uint n)
{
    if (threadIndex() == 0u) hot_digit = 0u;
    sync();
    uint carry = 0u;
    for (uint first = 0u; first < ROLLED(RADIX); first += GROUP_SIZE) {
        uint place = first + threadIndex();
        uint d = digitPlace(place);
        uint total;
        uvec2 share = place < RADIX ? digitShare(d, worker) : uvec2(0u);
        uint here = share.x;
        if (here > n / HOT_PART) atomicMax(hot_digit, (here == n ? ONE_DIGIT : here / (n / 1024u + 1u) << 8u) | d);
        uint before = carry + groupExclusive(here, total);
        if (place < RADIX) digit_next[d] = before + share.y;
        carry += total;
    }
    return carry;
}

// Turns the subgroups' counts into places in the tile: a digit's start, and its items of the
// subgroups before.
void placeDigits(uint tile)
{
    for (uint first = 0u, carry = 0u; first < ROLLED(RADIX); first += GROUP_SIZE) {
        uint place = first + threadIndex();
        uint d = digitPlace(place);
        uint sum = 0u;
        if (place < RADIX) {
            for (uint s = 0u; s < ROLLED(SUBGROUP_COUNT); s++) sum += digit_counts[s * RADIX + d];
            digitCounted(tile, d, sum);
        }
        uint total;
        uint start = carry + groupExclusive(sum, total);
        if (place < RADIX) {
            digit_start[d] = start;
            for (uint s = 0u; s < ROLLED(SUBGROUP_COUNT); s++) {
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

// Loads the keys of the tile that begins at item begin and has left items. Past the end the last
// key is read again: a branch would split the loads. An H200 sorted 2^24 keys in 441 us, and in 454
// with branches.
void loadTile(uint begin, uint left, out KEY key[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = runBegin() + k * LANE_COUNT;
        key[k] = keyAt(begin + min(i, left - 1u));
    }
}

#define NO_PLACE 0xFFFFu  // stagedAt(NO_PLACE) is past every tile, too
// Where the invocation's key k is staged: two places a word.
uint stagePlace(uint place[PLACES], uint k) { return place[k / 2u] >> (16u * (k % 2u)) & 0xFFFFu; }

// Ranks a tile's keys: place is where each is staged; keys past the end are placed past the tile.
// Ends with a sync.
void rankTile(uint tile, uint left, KEY key[ITEMS_PER_THREAD], out uint place[PLACES])
{
    countsClear();
    for (uint i = 0u; i < PLACES; i++) place[i] = 0u;
    sync();
    if (LANE_ORDER == 1 && left == TILE_SIZE && hot_digit == 0u) {
        uint one = (runBegin() - left) >> 31;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            place[k / 2u] += rankRoundAhead(digitOf(key[k]), one) << (16u * (k % 2u));
        }
    } else {
        uint top = hot_digit & 0xFFu;
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
    sync();  // the array of the counts holds the keys from here on
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

// A ranked tile is staged in digit order, a part at a time, and written: all keys, then the
// payload, so that an invocation holds either its keys or its payload in registers.

// The digits of the items that an invocation writes, four in a word.
#define DIGIT_WORDS ((ITEMS_PER_THREAD + 3u) / 4u)

// Hides from the compiler that the places are unchanged. Otherwise it keeps values derived from
// each place for the next part, and an H200 has no registers for them in a tile of 16 pairs an
// invocation.
void forgetPlaces(inout uint place[PLACES])
{
    uint none = hot_digit / ONE_DIGIT;  // 0 where keys are staged
    for (uint i = 0u; i < PLACES; i++) place[i] += none;
}

// Loads the payload, well before it is needed.
void loadPayload(uint begin, uint left, out uint value[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = runBegin() + k * LANE_COUNT;
        value[k] = payloadAt(begin + min(i, left - 1u));
    }
}

// Stages the keys of a part. After the last part it loads the payload of the tile that begins at
// item begin.
void stageKeys(uint part, uint begin, uint left, KEY key[ITEMS_PER_THREAD], uint place[PLACES], out uint value[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint p = stagePlace(place, k) - part * STAGE_SIZE;
        if (p < STAGE_SIZE) {
            for (uint w = 0u; w < KEY_WORDS; w++) digit_counts[w * STAGE_SIZE + p] = KEY_WORD(key[k], w);
        }
    }
    if (part + 1u == STAGES) loadPayload(begin, left, value);
}

// The staged place of the item that an invocation writes as number k of a part. That is item
// part * STAGE_SIZE + k * GROUP_SIZE + threadIndex(). For most workgroup sizes only constants
// depend on k.
uint stagedIn(uint part, uint k)
{
    uint first = part * STAGE_SIZE + k * GROUP_SIZE;
    if (GROUP_SIZE % 32u != 0u || (GROUP_SIZE & (GROUP_SIZE - 1u)) != 0u) return stagedAt(first + threadIndex()) - part * STAGE_SIZE;
    return (stagedAt(threadIndex()) ^ (first >> 5u & STAGE_TURN)) + k * GROUP_SIZE;
}

KEY stagedKey(uint at) { return KEY_OF(digit_counts[at], digit_counts[(KEY_WORDS - 1u) * STAGE_SIZE + at]); }

// Writes the staged keys of a part, from digit_next on.
void writeKeys(uint part, uint left, inout uint digits[DIGIT_WORDS])
{
    for (uint k = 0u; k < STAGE_EACH; k++) {
        uint p = part * STAGE_SIZE + k * GROUP_SIZE + threadIndex();
        if (p < left) {
            KEY key = stagedKey(stagedIn(part, k));
            uint d = digitOf(key);
            uint at = part * STAGE_EACH + k;
            if (HAS_PAYLOAD) digits[at / 4u] |= d << (8u * (at % 4u));
            putKey(digit_next[d] + p, key);
        }
    }
}

// Stages and writes the payload of a part.
void writePayload(uint part, uint left, uint place[PLACES], uint value[ITEMS_PER_THREAD], uint digits[DIGIT_WORDS])
{
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint p = stagePlace(place, k) - part * STAGE_SIZE;
        if (p < STAGE_SIZE) digit_counts[p] = value[k];
    }
    sync();
    for (uint k = 0u; k < STAGE_EACH; k++) {
        uint p = part * STAGE_SIZE + k * GROUP_SIZE + threadIndex();
        uint at = part * STAGE_EACH + k;
        uint d = digits[at / 4u] >> (8u * (at % 4u)) & 0xFFu;
        if (p < left) putPayload(digit_next[d] + p, digit_counts[stagedIn(part, k)]);
    }
}

// Writes a tile whose first part is staged.
void writeTile(uint begin, uint left, KEY key[ITEMS_PER_THREAD], uint place[PLACES], uint value[ITEMS_PER_THREAD])
{
    uint digits[DIGIT_WORDS];
    for (uint i = 0u; i < DIGIT_WORDS; i++) digits[i] = 0u;
    writeKeys(0u, left, digits);
    for (uint part = 1u; part < STAGES; part++) {
        if (HAS_PAYLOAD) forgetPlaces(place);
        sync();
        stageKeys(part, begin, left, key, place, value);
        sync();
        writeKeys(part, left, digits);
    }
    if (HAS_PAYLOAD) {
        for (uint part = 0u; part < STAGES; part++) {
            if (STAGES > 1u) forgetPlaces(place);
            writePayload(part, left, place, value, digits);
        }
    }
}
