// SPDX-License-Identifier: MIT
// Moves each worker's chunk to its sorted place, stable. A tile is ranked (lib/match.glsl), put in digit order in
// shared memory, and written from there, so that neighbours write neighbours. Where all keys have one digit, or straight
// is 1, they are copied to their own place.
// Grid: one workgroup a worker. Reads: Keys, Histogram, DigitTotals, Count, the payload. Writes: DstKeys, its payload.
// CPU twin: sort.SliceStable by the digit, see radix_test.go.
#include "lib/item_sum.glsl"
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/chunk.glsl"
#include "lib/group_scan.glsl"
#include "lib/match.glsl"
#include <DIGIT>
#include <PUT>
#include <PAYLOAD>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_HISTOGRAM) readonly buffer Histogram { uint histogram[]; };
layout(std430, binding = BIND_DIGITTOTALS) readonly buffer DigitTotals { uint digit_totals[]; };
uniform uint straight;

shared uint digit_next[RADIX];   // where the next key of a digit goes, less its place in the tile
shared uint digit_start[RADIX];  // where a digit starts in the tile
shared KEY staged[TILE_SIZE];
shared uint one_digit;               // all keys have the same

// digit_next: all smaller digits, and this digit's keys of the workers before.
void startDigits(uint worker, uint n)
{
    if (threadIndex() == 0u) one_digit = 0u;
    sync();
    uint carry = 0u;
    for (uint first = 0u; first < RADIX; first += GROUP_SIZE) {
        uint d = first + threadIndex();
        uint total;
        uint here = d < RADIX ? digit_totals[d] : 0u;
        if (here == n) one_digit = 1u;
        uint before = carry + groupExclusive(here, total);
        if (d < RADIX) digit_next[d] = before + histogram[d * workers + worker];
        carry += total;
    }
}

// Turns the subgroups' counts into places in the tile: a digit's start, and its items of the subgroups before.
void placeDigits()
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
        }
        uint total;
        uint start = carry + groupExclusive(sum, total);
        if (d < RADIX) {
            digit_start[d] = start;
            digit_next[d] -= start;
        }
        carry += total;
    }
}

// Copies the items from begin up to end.
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

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    uint run = subgroupIndex() * LANE_COUNT * ITEMS_PER_THREAD + laneIndex();

    if (straight == 0u) startDigits(worker, n);
    sync();
    uint begin = chunkBegin(worker, n);
    if (straight != 0u || one_digit != 0u) {
        moveStraight(begin, end);
        begin = end;
    }
    for (uint tile = begin; tile < end; tile += TILE_SIZE) {
        uint left = min(end - tile, TILE_SIZE);
        countsClear();
        KEY key[ITEMS_PER_THREAD];
        uint place[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = run + k * LANE_COUNT;
            key[k] = KEY_ZERO;
            if (i < left) key[k] = keyAt(tile + i);
        }
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            place[k] = rankRound(digitOf(key[k]), run + k * LANE_COUNT < left);
        }
        sync();
        placeDigits();
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint d = digitOf(key[k]);
            place[k] += digit_start[d] + digit_counts[subgroupIndex() * RADIX + d];
            if (run + k * LANE_COUNT < left) staged[place[k]] = key[k];
        }
        sync();
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
                uint i = run + k * LANE_COUNT;
                if (i < left) KEY_STAGE(staged[place[k]]) = payloadAt(tile + i);
            }
            sync();
            for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
                uint p = k * GROUP_SIZE + t;
                if (p < left) putPayload(to[k], KEY_STAGE(staged[p]));
            }
        }
        sync();
        if (left < TILE_SIZE || end - tile == TILE_SIZE) break;
        // The next tile's items go after this one's: its count of a digit is the next digit's start less its own.
        for (uint d = t; d < RADIX; d += GROUP_SIZE) {
            digit_next[d] += d + 1u < RADIX ? digit_start[d + 1u] : TILE_SIZE;
        }
    }
}
