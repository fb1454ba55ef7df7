// SPDX-License-Identifier: MIT
// The sort of the items of a workgroup in shared memory: by cells, or if a cell is full, by merges.
// No two items are equal, so no step need be stable. Exists with LANES_KHR alone.
#include "radix/cells.glsl#counts"

shared uvec2 items[TILE_SIZE];  // the index of each, then its number, which decides first

// The extremes of all items that are to be sorted, as in an item.
shared uint least_index;
shared uint least_number;
shared uint greatest_index;
shared uint greatest_number;

bool itemLess(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }

// By one invocation, with a sync behind it.
void clearExtremes()
{
    least_index = 0xFFFFFFFFu;
    least_number = 0xFFFFFFFFu;
    greatest_index = 0u;
    greatest_number = 0u;
}

// Takes the extremes of each invocation's items. A sync must come behind it.
void noteExtremes(uvec2 least, uvec2 greatest)
{
    least = uvec2(subgroupMin(least.x), subgroupMin(least.y));
    greatest = uvec2(subgroupMax(greatest.x), subgroupMax(greatest.y));
    if (laneIndex() == 0u) {
        atomicMin(least_index, least.x);
        atomicMin(least_number, least.y);
        atomicMax(greatest_index, greatest.x);
        atomicMax(greatest_number, greatest.y);
    }
}

// Sorts an item of each lane of a subgroup: a bitonic sort (Batcher 1968).
uvec2 sortLanes(uvec2 own)
{
    for (uint size = 2u; size <= LANE_COUNT; size *= 2u) {
        for (uint stride = size / 2u; stride > 0u; stride /= 2u) {
            uvec2 other = laneValue(own, laneIndex() ^ stride);
            bool least = ((laneIndex() & size) == 0u) == ((laneIndex() & stride) == 0u);
            if (itemLess(other, own) == least) own = other;
        }
    }
    return own;
}

// How many items of a run are before an item. The run ends with the whole of the items.
uint itemsBefore(uvec2 item, uint begin, uint run, uint whole)
{
    uint end = min(begin + run, whole);
    uint low = begin;
    for (uint step = run; step > 0u; step /= 2u) {
        if (low + step <= end && itemLess(items[low + step - 1u], item)) low += step;
    }
    return low - begin;
}

// Sorts the first items of shared memory by cells (radix/cells.glsl): of numbers, or of indices if
// all numbers are equal. It is false if a cell is full. Contains barriers, first and last too.
bool sortByCells(uint count)
{
    clearCells();
    sync();
    uint by = least_number < greatest_number ? 1u : 0u;
    uint least = by == 1u ? least_number : least_index;
    uint bits = uint(findMSB((by == 1u ? greatest_number : greatest_index) - least) + 1);
    uint shift = bits - min(bits, CELL_BITS);
    uvec2 own[ITEMS_PER_THREAD];
    uint cell[ITEMS_PER_THREAD];
    uint slot[ITEMS_PER_THREAD];
    bool full = false;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i < count) {
            own[k] = items[i];
            cell[k] = own[k][by] - least >> shift;
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
            items[begin[k] + slot[k]] = own[k];
        }
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        slot[k] = begin[k];
        if (k * GROUP_SIZE + threadIndex() < count) {
            for (uint i = begin[k]; i < end[k]; i++) slot[k] += itemLess(items[i], own[k]) ? 1u : 0u;
        }
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (k * GROUP_SIZE + threadIndex() < count) items[slot[k]] = own[k];
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
    uvec2 own[ITEMS_PER_THREAD];
    uint place[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i < whole) {
            own[k] = i < count ? items[i] : uvec2(0x80000000u | i, 0xFFFFFFFFu);  // behind all others
            own[k] = sortLanes(own[k]);
            items[i] = own[k];
        }
    }
    sync();
    for (uint run = LANE_COUNT; run < count; run *= 2u) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + threadIndex();
            if (i < whole) {
                own[k] = items[i];
                place[k] = (i & ~(2u * run - 1u)) + (i & (run - 1u)) + itemsBefore(own[k], (i ^ run) & ~(run - 1u), run, whole);
            }
        }
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (k * GROUP_SIZE + threadIndex() < whole) items[place[k]] = own[k];
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
