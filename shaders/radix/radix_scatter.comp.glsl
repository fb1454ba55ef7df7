// SPDX-License-Identifier: MIT
// Moves each worker's chunk to its sorted place, stable. A tile is ranked (lib/match.glsl), put in digit order in
// shared memory, and written from there, so that neighbours write neighbours.
// Grid: one workgroup a worker. Reads: Keys, Histogram, DigitTotals, Count, the payload. Writes: DstKeys, its payload.
// CPU twin: sort.SliceStable by the digit, see radix_test.go.
#include "lib/item_sum.glsl"
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/chunk.glsl"
#include "lib/group_scan.glsl"
#include "lib/match.glsl"
#include "radix/digit.glsl"
#include <PAYLOAD>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_KEYS) readonly buffer Keys { uint keys[]; };
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
layout(std430, binding = BIND_HISTOGRAM) readonly buffer Histogram { uint histogram[]; };
layout(std430, binding = BIND_DIGITTOTALS) readonly buffer DigitTotals { uint digit_totals[]; };
uniform uint keys_at;
uniform uint dst_keys_at;

shared uint digit_next[RADIX];   // where the next key of a digit goes, less its place in the tile
shared uint digit_start[RADIX];  // where a digit starts in the tile
shared uint staged[TILE_SIZE];

// digit_next: all smaller digits, and this digit's keys of the workers before.
void startDigits(uint worker)
{
    uint carry = 0u;
    for (uint first = 0u; first < RADIX; first += GROUP_SIZE) {
        uint d = first + threadIndex();
        uint total;
        uint before = carry + groupExclusive(d < RADIX ? digit_totals[d] : 0u, total);
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

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    uint run = subgroupIndex() * LANE_COUNT * ITEMS_PER_THREAD + laneIndex();

    startDigits(worker);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        uint left = min(end - tile, TILE_SIZE);
        countsClear();
        uint key[ITEMS_PER_THREAD];
        uint place[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = run + k * LANE_COUNT;
            key[k] = i < left ? keys[keys_at + tile + i] : 0u;
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
                dst_keys[dst_keys_at + to[k]] = staged[p];
            }
        }
        if (HAS_PAYLOAD) {
            sync();
            for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
                uint i = run + k * LANE_COUNT;
                if (i < left) staged[place[k]] = payloadAt(tile + i);
            }
            sync();
            for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
                uint p = k * GROUP_SIZE + t;
                if (p < left) putPayload(to[k], staged[p]);
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
