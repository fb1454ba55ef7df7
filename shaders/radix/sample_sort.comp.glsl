// SPDX-License-Identifier: MIT
// Writes the first k of the candidates, sorted. A candidate's place is the number of those before
// it, which is counted. If there are fewer candidates than k, or more than fit, each workgroup
// finds the first k of a part of all keys. The last one to finish takes the first k of theirs. No
// workgroup waits for another.
// Grid: parts workgroups. Reads: Keys, Count. Writes: DstKeys, DstIndices. Both: Sample, Items.
// CPU twin: the first of a sorted slice, see topk_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/group.glsl#scan"
#define SHARED_STATE coherent
#include "radix/sample.glsl#items"
#include "radix/sample.glsl#cut"
#include <PUT>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DSTINDICES) writeonly buffer DstIndices { uint dst_indices[]; };
// The candidates, which no workgroup of this dispatch writes: the same memory as Items.
layout(std430, binding = BIND_CANDIDATES) readonly buffer Candidates { uint candidates[]; };
uniform uint dst_indices_at;
uniform uint candidates_at;
uniform uint found_most;
uniform uint parts;

shared uint rank_of[RANK_BATCH];
shared uint is_last;

// The items of this workgroup: keys, or items in memory, or candidates.
uint part_from;
uint part_begin;
uint part_items;
#define FROM_KEYS 0u
#define FROM_ITEMS 1u
#define FROM_CANDIDATES 2u

uint candidateWord(uint i, uint w) { return candidates[candidates_at + w * item_room + i]; }
KEY keyOf(uint i) { return part_from == FROM_KEYS ? keyAt(part_begin + i) : itemKey(part_begin + i); }
uint indexOf(uint i) { return part_from == FROM_KEYS ? part_begin + i : itemIndex(part_begin + i); }

void countDigits()
{
    for (uint begin = 0u; begin < part_items; begin += TILE_SIZE) {
        KEY key[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) key[k] = keyOf(min(begin + k * GROUP_SIZE + threadIndex(), part_items - 1u));
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = begin + k * GROUP_SIZE + threadIndex();
            if (i < part_items) countDigit(orderBits(key[k]), cut_by_index ? indexOf(i) : 0u);
        }
    }
}

// Writes the first of the items to memory, from item to on, in no order.
void choose(uint first, uint to)
{
    cutFirst(part_items, first, bitsOf(part_low, part_high));
    for (uint begin = 0u; begin < part_items; begin += GROUP_SIZE) {
        uint i = min(begin + threadIndex(), part_items - 1u);
        KEY key = keyOf(i);
        uint index = indexOf(i);
        bool chosen = begin + threadIndex() < part_items && isFirst(orderBits(key), index);
        uint total;
        uint at = to + groupExclusive(chosen ? 1u : 0u, total);
        if (chosen) putItem(at, key, index);
        to += total;
    }
    memoryBarrierBuffer();
    sync();
}

uvec4 fourWords(uvec4 at, uint w)
{
    at += part_begin;
    if (part_from == FROM_ITEMS) return uvec4(itemWord(at.x, w), itemWord(at.y, w), itemWord(at.z, w), itemWord(at.w, w));
    return uvec4(candidateWord(at.x, w), candidateWord(at.y, w), candidateWord(at.z, w), candidateWord(at.w, w));
}
#include "radix/sample.glsl#rank"

// Writes the first k of the items in memory to their places. A workgroup takes batches of items.
void rankItems(uint k, uint group, uint groups)
{
    uint t = threadIndex();
    for (uint begin = group * RANK_BATCH; begin < part_items; begin += groups * RANK_BATCH) {
        uint i = begin + t % RANK_BATCH;
        uint at = part_begin + min(i, part_items - 1u);
        KEY key = part_from == FROM_ITEMS ? itemKey(at) : KEY_OF(candidateWord(at, 0u), candidateWord(at, KEY_WORDS - 1u));
        uint index = part_from == FROM_ITEMS ? itemIndex(at) : candidateWord(at, KEY_WORDS);
        if (t < RANK_BATCH) rank_of[t] = 0u;
        uint sum = 0u;
        for (uint tile = 0u; tile < part_items; tile += RANK_TILE) {
            stageTile(tile);
            sum += countBefore(tile, orderBits(key), index);
            sync();
        }
        atomicAdd(rank_of[t % RANK_BATCH], sum);
        sync();
        uint rank = rank_of[t % RANK_BATCH];
        if (t < RANK_BATCH && i < part_items && rank < k) {
            putKey(rank, key);
            dst_indices[dst_indices_at + rank] = index;
        }
        sync();
    }
}

void main()
{
    uint n = itemCount();
    uint part = workgroupIndex();
    uint k = wanted;
    part_items = found;
    part_from = FROM_CANDIDATES;
    part_begin = 0u;
    if (k == 0u) return;
    if (part_items >= k && part_items <= found_most) {
        rankItems(k, part, parts);
        return;
    }
    uint each = max((n - 1u) / parts + 1u, k);
    part_from = FROM_KEYS;
    part_begin = min(part * each, n);
    part_items = min(n - part_begin, each);
    if (part_items > 0u) choose(min(k, part_items), part * k);
    if (threadIndex() == 0u) is_last = atomicAdd(finished, 1u) == parts - 1u ? 1u : 0u;
    sync();
    if (is_last == 0u) return;
    memoryBarrierBuffer();
    if (threadIndex() == 0u) finished = 0u;
    part_from = FROM_ITEMS;
    part_begin = 0u;
    part_items = n / each * k + min(n % each, k);
    choose(k, parts * k);
    part_begin = parts * k;
    part_items = k;
    rankItems(k, 0u, 1u);
}
