// SPDX-License-Identifier: MIT
// Sorts the keys of each window (radix/msd.glsl), stable, in shared memory. A linear function maps
// a key to 32 bits, from the first bucket of the window to the last. Its highest CELL_BITS are the
// key's cell; there are more cells than keys. A key's place is the number of keys in smaller cells,
// and of those in its own cell that come before it by the other bits. Keys of which all 32 bits are
// equal are then compared. A window with more than RUN_MOST of them, or CELL_MOST keys in a cell,
// is listed for msd_rest instead.
//
// The keys are read twice, at the end from a cache. Kept in registers, they halved the workgroups
// that an H200 ran at once: 2^24 keys took 340 us instead of 230.
//
// Grid: one workgroup for each window, in one dimension; a second row takes the last buckets of
// windows of more than TILE_SIZE keys. Reads: Keys, Table, the payload. Writes: DstKeys, Table, the
// payload. Reads and writes: Plan. A destination may be the source.
// CPU twin: slices.SortStable of the window, see msd_test.go.
#include "lib/grid.glsl"
#include "lib/item.glsl#sum"
#include "lib/group.glsl#scan"
#include "lib/unroll.glsl"
#include "radix/msd_window.glsl"

layout(local_size_x = GROUP_SIZE) in;

// Where each key goes.
void rankKeys(uint left, uint word[ITEMS_PER_THREAD], uint cell[ITEMS_PER_THREAD], out uint place[ITEMS_PER_THREAD])
{
    uint begin[ITEMS_PER_THREAD];
    for (uint i = threadIndex(); i < CELL_WORDS; i += GROUP_SIZE) tile_words[i] = 0u;
    sync();
    uint full = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (itemOf(k) < left) place[k] = atomicAdd(tile_words[cell[k] / 4u], 1u << cellShift(cell[k])) >> cellShift(cell[k]) & 0xFFu;
        else place[k] = 0u;
        full = max(full, place[k]);
    }
    if (full >= CELL_MOST) window_rest = 1u;  // before the number leaves its byte
    sync();
    if (window_rest != 0u) return;
    scanCells();
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) begin[k] = cellRange(cell[k]);
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (itemOf(k) >= left) begin[k] = 0u;
        else tile_words[(begin[k] & 0xFFFFu) + place[k]] = word[k];
    }
    sync();
    uint equal = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint first = begin[k] & 0xFFFFu;
        uint end = begin[k] >> 16u;
        place[k] = first;
        for (uint c = 0u; c < 3u; c++) {
            uint other = tile_words[min(first + c, TILE_SIZE - 1u)];
            if (first + c < end) {
                place[k] += other < word[k] ? 1u : 0u;
                equal |= (other ^ word[k]) - 1u < PLACE_LIMIT - 1u ? 1u : 0u;
            }
        }
        for (uint i = first + 3u; i < end; i++) {
            uint other = tile_words[i];
            place[k] += other < word[k] ? 1u : 0u;
            equal |= (other ^ word[k]) - 1u < PLACE_LIMIT - 1u ? 1u : 0u;
        }
    }
    if (equal != 0u) window_equal = 1u;
    sync();
}

void sortWindow(uint begin, uint left)
{
    uvec2 pair[ITEMS_PER_THREAD];
    uint word[ITEMS_PER_THREAD];
    uint cell[ITEMS_PER_THREAD];
    uint place[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) pair[k] = keyAt(begin + min(itemOf(k), left - 1u));
    mapBuckets(bucketOf(numberOf(keyAt(begin))), bucketOf(numberOf(keyAt(begin + left - 1u))));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint number = mapped(numberOf(pair[k]));
        cell[k] = number >> (32u - CELL_BITS);
        word[k] = number << CELL_BITS | itemOf(k);
    }
    rankKeys(left, word, cell, place);
    if (window_rest == 0u && window_equal != 0u) sortEqualWords(begin, left, word, place);
    if (window_rest != 0u) {
        listRest(begin, left);
        return;
    }
    // Read again, see above. The compiler cannot see that window_rest is 0.
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) pair[k] = keyAt(begin + min(itemOf(k) + window_rest, left - 1u));
    moveKeys(left, place, pair);
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (itemOf(k) < left) putKey(begin + itemOf(k), pair[k]);
    }
    if (HAS_PAYLOAD) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) word[k] = payloadAt(begin + min(itemOf(k), left - 1u));
        moveWords(left, place, word);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (itemOf(k) < left) putPayload(begin + itemOf(k), word[k]);
        }
    }
}

void main()
{
    uint at = table_at + 2u * gl_WorkGroupID.x;
    uint begin = table[at];
    uint end = table[at + 2u];
    bool cut = end - begin > TILE_SIZE;
    if (cut && gl_WorkGroupID.y == 0u) end = table[at + 3u];
    if (cut && gl_WorkGroupID.y == 1u) begin = table[at + 3u];
    if (threadIndex() == 0u) {
        window_rest = 0u;
        window_equal = 0u;
    }
    if ((cut || gl_WorkGroupID.y == 0u) && end - begin <= TILE_SIZE && end > begin) sortWindow(begin, end - begin);
}
