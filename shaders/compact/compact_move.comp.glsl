// SPDX-License-Identifier: MIT
// Walks each worker's chunk again and moves the records to keep, in order, to where the workers before it end
// (Billeter et al. 2009, third step). Records are STRIDE_WORDS words. The last worker writes the arguments.
// Grid: one workgroup a worker. Reads: Src, Totals, Count, what keepItem reads. Writes: Dst, Args.
// CPU twin: the loop in compact_test.go.
#include "lib/item_sum.glsl"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/chunk.glsl"
#include "lib/spine.glsl"
#include "lib/group_scan.glsl"
#include "lib/vote.glsl"
#include <KEEP>
#include "compact/args.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint src_at;
uniform uint dst_at;

shared uint kept_items[TILE_SIZE];  // indices in the tile, packed
shared uint vote_base[VOTE_ROUNDS * SUBGROUP_COUNT];

// The votes before each round's and subgroup's, for at most GROUP_SIZE at a time.
uint scanVotes()
{
    uint sum = 0u;
    for (uint first = 0u; first < VOTE_ROUNDS * SUBGROUP_COUNT; first += GROUP_SIZE) {
        uint i = first + threadIndex();
        uint total;
        uint v = i < VOTE_ROUNDS * SUBGROUP_COUNT ? maskCount(votes[i]) : 0u;
        uint before = sum + groupExclusive(v, total);
        if (i < VOTE_ROUNDS * SUBGROUP_COUNT) vote_base[i] = before;
        sum += total;
    }
    return sum;
}

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();

    uint base = totalsBefore(0u, worker);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        votesClear();
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            bool keeps = false;
            if (i < end - tile) keeps = keepItem(tile + i);
            vote(k, keeps);
        }
        sync();
        uint kept = scanVotes();
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            LaneMask m = votes[k * SUBGROUP_COUNT + subgroupIndex()];
            uint rank = vote_base[k * SUBGROUP_COUNT + subgroupIndex()] + maskCount(m & lanesBelow());
            if ((m & laneBit()) != NO_LANES) kept_items[rank] = k * GROUP_SIZE + t;
        }
        sync();
        // Word by word, so that neighbours write neighbours whatever the stride.
        for (uint w = t; w < kept * STRIDE_WORDS; w += GROUP_SIZE) {
            uint item = tile + kept_items[w / STRIDE_WORDS];
            dst[dst_at + base * STRIDE_WORDS + w] = src[src_at + item * STRIDE_WORDS + w % STRIDE_WORDS];
        }
        base += kept;
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
    if (worker == workers - 1u && t == 0u) writeArgs(base);
}
