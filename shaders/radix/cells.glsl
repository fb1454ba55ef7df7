// SPDX-License-Identifier: MIT
// The sort of a tile by cells (CELLS). radix/tile.glsl comes before, and what stages a payload.

#part none
// CELLS: none, so that the tile is sorted by digits.
bool sortByCells(uint n, inout KEY key[ITEMS_PER_THREAD], inout uint value[ITEMS_PER_THREAD]) { return false; }

#part lanes
// CELLS: the head of a key is a number of up to 32 bits, from the highest bit in which keys may
// differ. The range of the heads is cut into cells, as many as a tile has items. For floats it
// leaves out the gap between both signs, where most heads are (SIGN_GAP). A cell's items lie side
// by side in shared memory, each as a word: the bits of the head below the cell's, then its place
// in the tile, so that no two are equal. Each item then counts those of its cell that come before
// it. Keys of two words with the same head are compared by the bits below it. Exists with LANES_KHR
// alone.
#include "radix/cells.glsl#counts"

shared uint least_head;
shared uint greatest_head;
shared uint greatest_below;  // of the heads in the lower half
shared uint least_above;     // of those in the upper half
shared uint differing_bits;
shared uint differing_above;  // of the bits above the 32 lowest ones sorted by

uint head_from;  // the lowest bit of the heads
uint head_mask;
uint head_least;  // of the tile's heads
uint head_half;   // the first one of the upper half
uint head_gap;    // the heads between the last key of the lower half and the first one of the upper

uint headOf(KEY key) { return (keyBits(key, head_from) & head_mask) ^ (descending != 0u ? head_mask : 0u); }

// The bits below a head, as a number in the order of the result. There are some.
uint belowHead(KEY key)
{
    uint mask = 0xFFFFFFFFu >> (32u - (head_from - first_bit));
    return (keyBits(key, first_bit) & mask) ^ (descending != 0u ? mask : 0u);
}

// Chooses the bits of the heads. Contains barriers.
void beginHeads(KEY first, KEY key[ITEMS_PER_THREAD])
{
    head_from = first_bit;
    head_mask = 0xFFFFFFFFu >> (32u - min(bit_count, 32u));
    clearCells();
    if (threadIndex() == 0u) {
        least_head = 0xFFFFFFFFu;
        greatest_head = 0u;
        greatest_below = 0u;
        least_above = 0xFFFFFFFFu;
        differing_bits = 0u;
        differing_above = 0u;
    }
    sync();
    if (KEY_WORDS == 1u || bit_count <= 32u) return;
    uint differing = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) differing |= keyBits(key[k], first_bit + 32u) ^ keyBits(first, first_bit + 32u);
    differing = subgroupOr(differing);
    if (laneIndex() == 0u && differing != 0u) atomicOr(differing_above, differing);
    sync();
    differing = differing_above & 0xFFFFFFFFu >> (64u - bit_count);
    head_from += uint(findMSB(differing) + 1);
}

// Finds the range of the tile's heads, and returns the bits in which any differ from the first.
// Contains barriers.
uint surveyHeads(uint first, uint head[ITEMS_PER_THREAD])
{
    head_half = head_mask ^ head_mask >> 1;
    head_gap = 0u;
    uint least = head[0];
    uint greatest = head[0];
    uint below = 0u;
    uint above = 0xFFFFFFFFu;
    uint differing = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        least = min(least, head[k]);
        greatest = max(greatest, head[k]);
        differing |= head[k] ^ first;
        if (SIGN_GAP == 0) continue;
        below = max(below, head[k] < head_half ? head[k] : 0u);
        above = min(above, head[k] < head_half ? 0xFFFFFFFFu : head[k]);
    }
    least = subgroupMin(least);
    greatest = subgroupMax(greatest);
    differing = subgroupOr(differing);
    if (SIGN_GAP != 0) {
        below = subgroupMax(below);
        above = subgroupMin(above);
    }
    if (laneIndex() == 0u) {
        atomicMin(least_head, least);
        atomicMax(greatest_head, greatest);
        atomicOr(differing_bits, differing);
        if (SIGN_GAP != 0) {
            atomicMax(greatest_below, below);
            atomicMin(least_above, above);
        }
    }
    sync();
    head_least = least_head;
    if (SIGN_GAP != 0 && least_head < head_half && greatest_head >= head_half) head_gap = least_above - greatest_below - 1u;
    return differing_bits;
}

// The place of a head in the range, without the gap. Keys have the same one if their heads are
// equal.
uint inRange(uint head) { return head - head_least - (SIGN_GAP == 0 || head < head_half ? 0u : head_gap); }

// Whether all keys differ in one digit alone, by the bits in which their heads do.
bool inOneDigit(uint differing)
{
    if (differing == 0u) return true;
    return head_from == first_bit && findMSB(differing) / int(RADIX_BITS) == findLSB(differing) / int(RADIX_BITS);
}

// Whether one item of a cell comes before another, which has a key.
bool isBefore(uint item, uint other, KEY key)
{
    if (KEY_WORDS > 1u && item != other && head_from != first_bit && (item ^ other) >> CELL_BITS == 0u) {
        uint below = belowHead(keyAt(item & (1u << CELL_BITS) - 1u));
        if (below != belowHead(key)) return below < belowHead(key);
    }
    return item < other;
}

// Puts a word of each of n items at its place, and takes the words in their order.
void stageWords(uint place[ITEMS_PER_THREAD], uint n, uint at, uint words[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (runBegin() + k * LANE_COUNT < n) digit_counts[at + place[k]] = words[k];
    }
}

void takeWords(uint at, out uint words[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) words[k] = digit_counts[at + runBegin() + k * LANE_COUNT];
}

void stageKeys(uint place[ITEMS_PER_THREAD], uint n, KEY key[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (runBegin() + k * LANE_COUNT >= n) continue;
        for (uint w = 0u; w < KEY_WORDS; w++) digit_counts[w * TILE_SIZE + place[k]] = KEY_WORD(key[k], w);
    }
}

void takeKeys(out KEY key[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint at = runBegin() + k * LANE_COUNT;
        key[k] = KEY_OF(digit_counts[at], digit_counts[(KEY_WORDS - 1u) * TILE_SIZE + at]);
    }
}

// Sorts n items. It is false where digits sort faster: if a cell is full, or all keys differ in
// one digit alone. Contains barriers.
bool sortByCells(uint n, inout KEY key[ITEMS_PER_THREAD], inout uint value[ITEMS_PER_THREAD])
{
    KEY first = keyAt(0u);  // while the others are under way
    beginHeads(first, key);
    uint head[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) head[k] = headOf(key[k]);
    if (inOneDigit(surveyHeads(headOf(first), head))) return false;
    uint bits = uint(findMSB(inRange(greatest_head)) + 1);
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) head[k] = inRange(head[k]);
    uint shift = bits - min(bits, CELL_BITS);
    // A full cell is mostly seen in the first round. Additions to one word are serial.
    uint slot[ITEMS_PER_THREAD];
    bool full = false;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        slot[k] = 0u;
        if (runBegin() + k * LANE_COUNT < n && !full) slot[k] = countItem(head[k] >> shift);
        if (k == 0u) full = laneBallot(slot[0] >= CELL_MOST) != NO_LANES;
    }
    for (uint k = 1u; k < ITEMS_PER_THREAD; k++) full = full || slot[k] >= CELL_MOST;
    if (full) cells_full = 1u;
    sync();
    if (cells_full != 0u) return false;
    beginCells();

    uint item[ITEMS_PER_THREAD];
    uint begin[ITEMS_PER_THREAD];
    uint most = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = runBegin() + k * LANE_COUNT;
        uint cell = head[k] >> shift;
        uint word = cells[cell / 4u];
        begin[k] = beginOf(word, cell);
        item[k] = (head[k] & (1u << shift) - 1u) << CELL_BITS | i;
        if (i < n) digit_counts[begin[k] + slot[k]] = item[k];
        uint items = i < n ? cellItems(word, cell) : 0u;
        slot[k] = items > 1u ? items : 0u;
        most = max(most, slot[k]);
    }
    sync();
    uint place[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) place[k] = begin[k];
    for (uint j = 0u; j < most; j++) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (j < slot[k] && isBefore(digit_counts[begin[k] + j], item[k], key[k])) place[k]++;
        }
    }
    sync();
    stageKeys(place, n, key);
    if (VALUES_APART) stageWords(place, n, VALUES_AT, value);
    sync();
    takeKeys(key);
    if (VALUES_APART) takeWords(VALUES_AT, value);
    if (HAS_PAYLOAD && !VALUES_APART) {
        sync();
        stageWords(place, n, 0u, value);
        sync();
        takeWords(0u, value);
    }
    return true;
}

#part counts
// The number of items in each of 2^CELL_BITS cells, and where those of a cell begin. Exists with
// LANES_KHR alone.
#include "lib/lanes.glsl#shuffle"

#define CELL_MOST 24u  // more items in a cell make it full
#define CELL_WORDS ((1u << CELL_BITS) / 4u)
#define CELL_ROWS ((CELL_WORDS + GROUP_SIZE - 1u) / GROUP_SIZE)

shared uint cells[CELL_WORDS];        // the items of four cells, a byte each
shared uint cell_begins[CELL_WORDS];  // where those of each word begin
shared uint cell_ends[SUBGROUP_COUNT];
shared uint cells_full;

uint cellShift(uint cell) { return cell % 4u * 8u; }
uint cellItems(uint word, uint cell) { return word >> cellShift(cell) & 0xFFu; }

// A barrier must come behind it.
void clearCells()
{
    for (uint w = threadIndex(); w < CELL_WORDS; w += GROUP_SIZE) cells[w] = 0u;
    if (threadIndex() == 0u) cells_full = 0u;
}

// Counts an item and returns how many of its cell were counted before.
uint countItem(uint cell)
{
    return cellItems(atomicAdd(cells[cell / 4u], 1u << cellShift(cell)), cell);
}

uint sumOfBytes(uint word) { return word * 0x01010101u >> 24; }

// Where the items of a cell begin.
uint beginOf(uint word, uint cell)
{
    return cell_begins[cell / 4u] + sumOfBytes(word & (1u << cellShift(cell)) - 1u);
}

// Fills cell_begins. Ends with a sync.
void beginCells()
{
    uint first = subgroupIndex() * LANE_COUNT * CELL_ROWS + laneIndex();
    uint begin[CELL_ROWS];
    uint items = 0u;
    for (uint r = 0u; r < CELL_ROWS; r++) {
        uint w = first + r * LANE_COUNT;
        uint own = w < CELL_WORDS ? sumOfBytes(cells[w]) : 0u;
        begin[r] = items + subgroupExclusiveAdd(own);
        items += subgroupAdd(own);
    }
    if (laneIndex() == 0u) cell_ends[subgroupIndex()] = items;
    sync();
    uint before = 0u;
    for (uint s = laneIndex(); s < subgroupIndex(); s += LANE_COUNT) before += cell_ends[s];
    before = subgroupAdd(before);
    for (uint r = 0u; r < CELL_ROWS; r++) {
        uint w = first + r * LANE_COUNT;
        if (w < CELL_WORDS) cell_begins[w] = before + begin[r];
    }
    sync();
}
