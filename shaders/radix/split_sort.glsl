// SPDX-License-Identifier: MIT
// The sort of the items of a workgroup in shared memory: by cells, or if a cell is full, by merges.
// No two items are equal, so no step need be stable. Exists with LANES_KHR alone.
#include "radix/cells.glsl#counts"

#include <ITEMS>

// The extremes of all items that are to be sorted, of each word of an item.
shared uint least_words[ITEM_WORDS];
shared uint greatest_words[ITEM_WORDS];

// By one invocation, with a sync behind it.
void clearExtremes()
{
    for (uint w = 0u; w < ITEM_WORDS; w++) {
        least_words[w] = 0xFFFFFFFFu;
        greatest_words[w] = 0u;
    }
}

// Takes the extremes of each invocation's items. A sync must come behind it.
void noteExtremes(ITEM least, ITEM greatest)
{
    for (uint w = 0u; w < ITEM_WORDS; w++) {
        uint low = subgroupMin(least[w]);
        uint high = subgroupMax(greatest[w]);
        if (laneIndex() == 0u) {
            atomicMin(least_words[w], low);
            atomicMax(greatest_words[w], high);
        }
    }
}

// Sorts an item of each lane of a subgroup: a bitonic sort (Batcher 1968).
ITEM sortLanes(ITEM own)
{
    for (uint size = 2u; size <= LANE_COUNT; size *= 2u) {
        for (uint stride = size / 2u; stride > 0u; stride /= 2u) {
            ITEM other = laneValue(own, laneIndex() ^ stride);
            bool least = ((laneIndex() & size) == 0u) == ((laneIndex() & stride) == 0u);
            if (itemLess(other, own) == least) own = other;
        }
    }
    return own;
}

// How many items of a run are before an item. The run ends with the whole of the items.
uint itemsBefore(ITEM item, uint begin, uint run, uint whole)
{
    uint end = min(begin + run, whole);
    uint low = begin;
    for (uint step = run; step > 0u; step /= 2u) {
        if (low + step <= end && itemLess(itemIn(low + step - 1u), item)) low += step;
    }
    return low - begin;
}

// Sorts the first items of shared memory by cells (radix/cells.glsl): of the highest word in which
// they differ, which is that of the index if all numbers are equal. It is false if a cell is full.
// Contains barriers, first and last too.
bool sortByCells(uint count)
{
    clearCells();
    sync();
    uint by = ITEM_WORDS - 1u;
    while (by > 0u && least_words[by] == greatest_words[by]) by--;
    uint least = least_words[by];
    uint bits = uint(findMSB(greatest_words[by] - least) + 1);
    ITEM own[ITEMS_PER_THREAD];
    uint cell[ITEMS_PER_THREAD];
    uint slot[ITEMS_PER_THREAD];
    bool full = false;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i < count) {
            own[k] = itemIn(i);
            cell[k] = cellOf(own[k], by, bits, least);
            slot[k] = countItem(cell[k]);
            full = full || slot[k] >= CELL_MOST;
        }
        if (laneBallot(full) != NO_LANES) break;
    }
    if (full) cells_full = 1u;
    sync();
    if (cells_full != 0u) return false;
    beginCells();
    uint begin[ITEMS_PER_THREAD];
    uint end[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (k * GROUP_SIZE + threadIndex() < count) {
            uint word = cells[cell[k] / 4u];
            begin[k] = beginOf(word, cell[k]);
            end[k] = begin[k] + cellItems(word, cell[k]);
            setItem(begin[k] + slot[k], own[k]);
        }
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        slot[k] = begin[k];
        if (k * GROUP_SIZE + threadIndex() < count) {
            for (uint i = begin[k]; i < end[k]; i++) slot[k] += itemLess(itemIn(i), own[k]) ? 1u : 0u;
        }
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (k * GROUP_SIZE + threadIndex() < count) setItem(slot[k], own[k]);
    }
    sync();
    return true;
}

// Sorts the first items of shared memory, whatever they are. Subgroups sort runs of LANE_COUNT.
// Then neighbouring runs are merged: an item's place is its own in its run and the number of items
// of the other run before it. Contains barriers, the last thing too.
void mergeRuns(uint count)
{
    uint whole = (count + LANE_COUNT - 1u) / LANE_COUNT * LANE_COUNT;
    ITEM own[ITEMS_PER_THREAD];
    uint place[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i < whole) {
            own[k] = i < count ? itemIn(i) : ITEM(0x80000000u | i, KEY(0xFFFFFFFFu));  // behind all others
            own[k] = sortLanes(own[k]);
            setItem(i, own[k]);
        }
    }
    sync();
    for (uint run = LANE_COUNT; run < count; run *= 2u) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + threadIndex();
            if (i < whole) {
                own[k] = itemIn(i);
                place[k] = (i & ~(2u * run - 1u)) + (i & (run - 1u)) + itemsBefore(own[k], (i ^ run) & ~(run - 1u), run, whole);
            }
        }
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (k * GROUP_SIZE + threadIndex() < whole) setItem(place[k], own[k]);
        }
        sync();
    }
}

// Sorts the first items of shared memory, whose extremes are noted. Contains barriers, first and
// last too.
void sortItems(uint count)
{
    if (!sortByCells(count)) mergeRuns(count);
}
