// SPDX-License-Identifier: MIT
// Sorts the keys that the search for windows and their sort listed, stable, by all digits that
// differ among them. An entry is a bucket of more keys than a window has room for, or a window with
// many equal keys. It is slow for many keys, which the sample makes unlikely.
// Grid: any number of workgroups, in one dimension, which share the list. Reads: Table, Plan. Reads
// and writes: DstKeys, DstPayload, Spare, SparePayload.
// CPU twin: slices.SortStable of each entry, see msd_test.go.
#include "lib/grid.glsl"
#include "radix/msd_tile.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_TABLE) readonly buffer Table { uint table[]; };
uniform uint table_at;
uniform uint rest_begin;  // of Table
layout(std430, binding = BIND_DSTKEYS) coherent buffer DstKeys { uint dst_keys[]; };
layout(std430, binding = BIND_SPARE) coherent buffer Spare { uint spare_keys[]; };
layout(std430, binding = BIND_DSTPAYLOAD) coherent buffer DstPayload { uint dst_payload[]; };
layout(std430, binding = BIND_SPAREPAYLOAD) coherent buffer SparePayload { uint spare_payload[]; };
uniform uint dst_keys_at;
uniform uint spare_at;
uniform uint dst_payload_at;
uniform uint spare_payload_at;

shared uint digit_total[RADIX];
shared uint differing[2];

uvec2 digitShare(uint d, uint worker) { return uvec2(digit_total[d], 0u); }

// The keys and the payload, in the destination or in the spare buffers. Keys have STORED_WORDS
// words; the second of a pair is 0 if that is 1.
uint storedWord(bool spare, uint at) { return spare ? spare_keys[spare_at + at] : dst_keys[dst_keys_at + at]; }
uvec2 storedPair(bool spare, uint i)
{
    return uvec2(storedWord(spare, STORED_WORDS * i), STORED_WORDS == 1u ? 0u : storedWord(spare, STORED_WORDS * i + 1u));
}
void storePair(bool spare, uint i, uvec2 pair)
{
    for (uint w = 0u; w < STORED_WORDS; w++) {
        if (spare) spare_keys[spare_at + STORED_WORDS * i + w] = pair[w];
        else dst_keys[dst_keys_at + STORED_WORDS * i + w] = pair[w];
    }
}
uint storedPayload(bool spare, uint i)
{
    if (PAYLOAD_WORDS == 0u) return 0u;
    return spare ? spare_payload[spare_payload_at + i] : dst_payload[dst_payload_at + i];
}
void storePayload(bool spare, uint i, uint v)
{
    if (PAYLOAD_WORDS == 0u) return;
    if (spare) spare_payload[spare_payload_at + i] = v;
    else dst_payload[dst_payload_at + i] = v;
}

uint digitIn(uvec2 number, uint p) { return (p < 4u ? number.x : number.y) >> (RADIX_BITS * (p % 4u)) & RADIX - 1u; }

// The bits in which the numbers of the keys differ. Ends with a sync.
uvec2 differingBits(uint begin, uint end)
{
    if (threadIndex() < 2u) differing[threadIndex()] = 0u;
    sync();
    uvec2 one = numberOf(storedPair(false, begin));
    uvec2 bits = uvec2(0u);
    for (uint i = begin + threadIndex(); i < end; i += GROUP_SIZE) bits |= numberOf(storedPair(false, i)) ^ one;
    atomicOr(differing[0], bits.x);
    atomicOr(differing[1], bits.y);
    sync();
    return uvec2(differing[0], differing[1]);
}

// Moves the keys from one of the two stores to the other, in the order of a digit. Ends with a
// sync.
void moveByDigit(uint p, bool spare, uint begin, uint end)
{
    for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) digit_total[d] = 0u;
    sync();
    for (uint i = begin + threadIndex(); i < end; i += GROUP_SIZE) atomicAdd(digit_total[digitIn(numberOf(storedPair(spare, i)), p)], 1u);
    sync();
    startDigits(0u, end - begin);
    sync();
    for (uint tile = begin; tile < end; tile += TILE_SIZE) {
        uint left = min(end - tile, TILE_SIZE);
        uvec2 pair[ITEMS_PER_THREAD];
        uint word[ITEMS_PER_THREAD];
        uint value[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            pair[k] = storedPair(spare, tile + min(itemOf(k), left - 1u));
            value[k] = storedPayload(spare, tile + min(itemOf(k), left - 1u));
            word[k] = digitIn(numberOf(pair[k]), p) << WORD_BITS | itemOf(k);
        }
        stageWords(left, WORD_BITS, word);
        takeWords(word);
        movePairs(left, word, pair);
        if (PAYLOAD_WORDS != 0u) moveValues(left, word, value);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (itemOf(k) >= left) continue;
            uint d = word[k] >> WORD_BITS;
            uint to = begin + digit_next[d] + itemOf(k) - digit_start[d];
            storePair(!spare, to, pair[k]);
            storePayload(!spare, to, value[k]);
        }
        sync();
        for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) digit_next[d] += digitEnd(d, left) - digit_start[d];
        sync();
    }
    memoryBarrierBuffer();
    sync();
}

void sortEntry(uint begin, uint end)
{
    uvec2 bits = differingBits(begin, end);
    uint passes = 0u;  // a bit each; a loop of constant bounds would be unrolled, with all of a pass
    for (uint p = 0u; p < 4u * STORED_WORDS; p++) passes |= (digitIn(bits, p) != 0u ? 1u : 0u) << p;
    bool spare = false;
    for (; passes != 0u; passes &= passes - 1u) {
        moveByDigit(uint(findLSB(passes)), spare, begin, end);
        spare = !spare;
    }
    if (!spare) return;
    for (uint i = begin + threadIndex(); i < end; i += GROUP_SIZE) {
        storePair(false, i, storedPair(true, i));
        storePayload(false, i, storedPayload(true, i));
    }
}

void main()
{
    if (plan[PLAN_WINDOWS] == 0u) return;
    for (uint e = gl_WorkGroupID.x; e < plan[PLAN_REST + 1u]; e += gl_NumWorkGroups.x) {
        uint at = table_at + rest_begin + 2u * e;
        sortEntry(table[at], table[at + 1u]);
        sync();
    }
}
