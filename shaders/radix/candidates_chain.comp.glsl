// SPDX-License-Identifier: MIT
// Copies the keys that may be among the first k, with their indices and in their order: those whose
// highest digit does not come after the threshold's. One pass over the keys, by look-back.
// Grid: one workgroup a tile, and at least one. Reads: Keys, Count, Selection. Writes: DstKeys,
// DstIndices, Found. Both: Chain.
// CPU twin: the k-th of a sorted slice, see topk_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/group.glsl#scan"
#include "lib/group.glsl#reduce"
#include "lib/lanes.glsl#vote"
#include "radix/keys.glsl#digit_bits"
#include "radix/keys.glsl#selection"
#include "lib/look_back.glsl#tiles"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
layout(std430, binding = BIND_DSTINDICES) writeonly buffer DstIndices { uint dst_indices[]; };
layout(std430, binding = BIND_FOUND) writeonly buffer Found { uint found; };
uniform uint dst_keys_at;
uniform uint dst_indices_at;

shared uint vote_base[VOTE_ROUNDS * SUBGROUP_COUNT];  // the candidates before each round and subgroup
shared uint threshold_place;

// The place of the threshold's highest digit.
uint thresholdPlace()
{
    uvec2 sorted = uvec2(threshold_low, threshold_high);
    uint bits = digit_shift >= 32u ? sorted.y >> (digit_shift - 32u) : sorted.x >> digit_shift;
    if (digit_shift > 0u && digit_shift < 32u) bits |= sorted.y << (32u - digit_shift);
    return digitPlace(bits & digit_mask);
}

bool isCandidate(KEY key) { return digitPlace(digitOf(key)) <= threshold_place; }

// The number of candidates in a whole tile, for the fallback.
uint tileAggregate(uint tile)
{
    uint end = min(tile * TILE_SIZE + TILE_SIZE, itemCount());
    uint sum = 0u;
    for (uint i = tile * TILE_SIZE + threadIndex(); i < end; i += GROUP_SIZE) sum += isCandidate(keyAt(i)) ? 1u : 0u;
    return groupTotal(sum);
}
#define IN_PLACE false
#include "lib/look_back.glsl#status"
#include "lib/look_back.glsl#counts"
#include "lib/look_back.glsl#look_back"

// Adds up the votes, and returns their number.
uint scanVotes()
{
    uint sum = 0u;
    for (uint first = 0u; first < VOTE_ROUNDS * SUBGROUP_COUNT; first += GROUP_SIZE) {
        uint i = first + threadIndex();
        uint total;
        uint before = sum + groupExclusive(i < VOTE_ROUNDS * SUBGROUP_COUNT ? maskCount(votes[i]) : 0u, total);
        if (i < VOTE_ROUNDS * SUBGROUP_COUNT) vote_base[i] = before;
        sum += total;
    }
    return sum;
}

void main()
{
    uint tile = takeTile();
    uint n = itemCount();
    if (tile >= max(tileCount(n), 1u)) return;
    uint t = threadIndex();
    uint begin = tile * TILE_SIZE;
    uint items = min(n - begin, TILE_SIZE);
    if (t == 0u) threshold_place = thresholdPlace();
    votesClear();
    KEY key[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        // Past the end the last key is read again: a branch would split the loads.
        if (n > 0u) key[k] = keyAt(begin + min(k * GROUP_SIZE + t, items - 1u));
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) vote(k, k * GROUP_SIZE + t < items && isCandidate(key[k]));
    sync();
    uint voted = scanVotes();
    sync();
    uint base = lookBack(tile, voted);
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint at = k * SUBGROUP_COUNT + subgroupIndex();
        LaneMask m = votes[at];
        if ((m & laneBit()) != NO_LANES) {
            uint to = base + vote_base[at] + maskCount(m & lanesBelow());
            for (uint w = 0u; w < KEY_WORDS; w++) dst_keys[dst_keys_at + KEY_WORDS * to + w] = KEY_WORD(key[k], w);
            dst_indices[dst_indices_at + to] = begin + k * GROUP_SIZE + t;
        }
    }
    if (n - begin <= TILE_SIZE && t == 0u) found = base + voted;
}
