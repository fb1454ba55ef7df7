// SPDX-License-Identifier: MIT
// Partitions into two classes in one dispatch, by no more workgroups than run at once, for a few
// tiles each. A workgroup counts its chunk, publishes the count, and adds up those of all chunks.
// Then it moves its chunk. The last tile is in registers since it was counted; the others follow
// from the last to the first, while the L2 cache has them. A workgroup that has polled too often
// for a count counts that chunk itself.
// Grid: at least one workgroup. Reads: what HOLD reads, Count. Writes: Dst, Args, Fault. Both:
// Chain.
// CPU twin: the loop in compact_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/group.glsl#reduce"
#include "lib/worker.glsl#chunk"
#include "lib/look_back.glsl#tiles"
#include "lib/look_back.glsl#status"
#include "lib/look_back.glsl#counts"
#pragma optionNV(unroll all)
#include "compact/rows.glsl#rows"
#include "compact/rows.glsl#classes"

layout(local_size_x = GROUP_SIZE) in;

#define WAIT_POLLS (16u * chain_spins)  // counting all chunks again takes far longer
#include "compact/count_again.glsl"

// The number of records in a tile that this invocation keeps.
uint countTile(uint tile, uint n)
{
    uint held[ITEMS_PER_THREAD];
    holdTile(tile, rowsBegin(tile), n, held);
    uint sum = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) sum += held[k] != 0u ? 1u : 0u;
    return sum;
}

// The number of kept records in another worker's chunk. One record at a time: this is rare, and an
// array would take registers from the common path.
uint partAggregate(uint worker)
{
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint sum = 0u;
    for (uint i = chunkBegin(worker, n) + threadIndex(); i < end; i += GROUP_SIZE) sum += isKept(i) ? 1u : 0u;
    return groupTotal(sum);
}

// The number of kept records in the chunks before a worker's and in all chunks, where the workers
// have published their counts. Contains barriers.
void sumCounts(uint worker, out uint before, out uint all)
{
    uint below = 0u;
    uint sum = 0u;
    uint other = threadIndex();
    uint polls = 0u;
    while (other < workers) {
        uint kept;
        uint state = readItem(other, kept);
        if (state == TILE_EMPTY && polls < WAIT_POLLS) {
            polls++;
            continue;
        }
        if (state == TILE_EMPTY) counts_missing = 1u;
        below += other < worker ? kept : 0u;
        sum += kept;
        other += GROUP_SIZE;
    }
    before = groupTotal(below);
    all = groupTotal(sum);
    if (counts_missing != 0u) countAgain(worker, workers, before, all);
}

void main()
{
    uint worker = takeTile();
    uint n = itemCount();
    if (threadIndex() == 0u) {
        counts_missing = 0u;
        if (worker == 0u) checkCount();
    }
    uint begin = chunkBegin(worker, n);
    uint end = chunkBegin(worker + 1u, n);
    uint sum = 0u;
    uint tile = begin;
    for (; end - tile > TILE_SIZE; tile += TILE_SIZE) sum += countTile(tile, n);
    uint held[ITEMS_PER_THREAD];
    LaneMask kept[ITEMS_PER_THREAD];
    uint total;
    uint at = holdRows(tile, n, held, kept, total);  // contains a barrier
    uint own = groupTotal(sum) + total;
    if (threadIndex() == 0u && !chainIsSilent(worker)) publishItem(worker, own, false);

    uint before;
    uint all;
    sumCounts(worker, before, all);
    uint base = before + own - total;
    // Votes again: those of before would occupy registers during the wait.
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) kept[k] = laneBallot(held[k] != 0u);
    putClasses(tile, n, base + at, all, held, kept);
    while (tile > begin) {
        tile -= TILE_SIZE;
        sync();
        at = holdRows(tile, n, held, kept, total);
        base -= total;
        putClasses(tile, n, base + at, all, held, kept);
    }
    if (worker == 0u && threadIndex() == 0u) finishClasses(all, n);
}
