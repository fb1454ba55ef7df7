// SPDX-License-Identifier: MIT
// Sorts the keys of each bucket (radix/buckets.glsl), stable, in shared memory. The highest of a
// number's lower 16 bits are the key's cell; there are one to two cells for each key of a tile. The
// keys of each cell are counted and put side by side. So a key is no farther from its place than
// its cell has keys: it counts the greater ones before it and the smaller ones behind it.
//
// A key with a payload is staged with its place in the bucket below, so that no two are equal. A
// bucket of more than TILE_SIZE keys is listed for msd_rest. So is one that has a cell of more than
// CELL_MOST keys, mostly equal ones, unless it is in order already.
//
// Grid: one workgroup for each bucket, in one or two dimensions. Reads: Keys, the payload. Writes:
// DstKeys, the payload. Reads and writes: Table, Plan. A destination may be the source.
// CPU twin: slices.SortStable of the bucket, see buckets_test.go.
#include "lib/grid.glsl"
#include "radix/buckets_cells.glsl"

layout(local_size_x = GROUP_SIZE) in;

void sortBucket(uint begin, uint left, uint base)
{
    uint t = threadIndex();
    uint word[ITEMS_PER_THREAD];
    uint slot[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) word[k] = keyAt(begin + min(k * GROUP_SIZE + t, left - 1u));
    for (uint w = t; w < CELL_WORDS; w += GROUP_SIZE) cells[w] = 0u;
    if (t < CELL_MOST) {
        staged[t] = 0u;
        staged[CELL_MOST + left + t] = 0xFFFFFFFFu;
    }
    if (t == 0u) cell_most = 0u;
    sync();
    uint most = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (k * GROUP_SIZE < left) {
            word[k] = numberOf(word[k]) & 0xFFFFu;
            uint cell = word[k] >> CELL_SHIFT;
            uint one = k * GROUP_SIZE + t < left ? 1u : 0u;
            slot[k] = atomicAdd(cells[cell / 8u], one << cellShift(cell)) >> cellShift(cell) & 0xFu;
            most = max(most, slot[k] * one);
        }
    }
    if (most > 0u) atomicMax(cell_most, most);
    sync();
    most = cell_most;
    if (most >= CELL_MOST) {
        if (!inOrder(left, word)) listRest(begin, left);
        return;
    }
    beginCells();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + t;
        if (i < left) {
            uint cell = word[k] >> CELL_SHIFT;
            uint to = cell_begins[cell / 8u] + sumOfCells(cells[cell / 8u] & (1u << cellShift(cell)) - 1u) + slot[k];
            staged[CELL_MOST + to] = HAS_PAYLOAD ? word[k] << PLACE_BITS | i : word[k];
        }
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint p = k * GROUP_SIZE + t;
        slot[k] = 0u;
        if (p < left) {
            word[k] = staged[CELL_MOST + p];
            slot[k] = begin + placeOf(p, word[k], most);
            uint number = base | (HAS_PAYLOAD ? word[k] >> PLACE_BITS : word[k]);
            putKey(slot[k], unsortable(number ^ (0u - descending)));
        }
    }
    if (HAS_PAYLOAD) {
        uint value[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) value[k] = payloadAt(begin + min(k * GROUP_SIZE + t, left - 1u));
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) staged[k * GROUP_SIZE + t] = value[k];
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (k * GROUP_SIZE + t < left) putPayload(slot[k], staged[word[k] & (1u << PLACE_BITS) - 1u]);
        }
    }
}

void main()
{
    uint bucket = workgroupIndex();
    if (bucket < BUCKETS) {
        uint begin = table[table_at + bucket];
        uint left = table[table_at + bucket + 1u] - begin;
        if (left > TILE_SIZE) listRest(begin, left);
        else if (left > 0u) sortBucket(begin, left, bucket << 16u);
    }
}
