// SPDX-License-Identifier: MIT
// The cells of keys that a workgroup sorts in shared memory. A staged word is a key's bits, and a
// cell is the highest CELL_BITS of them, from bit CELL_SHIFT on. The workgroup counts the keys of
// each cell, and stages the words in the order of their cells. A word is then no farther from its
// place than its cell has keys: it counts the greater words before it and the smaller ones behind.
//
// A count has COUNT_BITS bits: 4, which take less shared memory, or 8.
#include "lib/item.glsl#sum"
#include "lib/group.glsl#scan"

#define COUNTS (32u / COUNT_BITS)             // in a word
#define COUNT_MASK ((1u << COUNT_BITS) - 1u)
#define CELL_MOST (COUNT_MASK - 1u)           // a cell with more keys is too full
#define CELL_WORDS ((1u << CELL_BITS) / COUNTS)
#define CELL_ROWS ((CELL_WORDS + GROUP_SIZE - 1u) / GROUP_SIZE)
#define NEAR 4u                               // words on each side that are compared without a loop
#define ENDS (COUNT_BITS == 4u ? CELL_MOST : NEAR)  // staged before the first word, and behind the last

shared uint cell_counts[CELL_WORDS];
shared uint cell_begins[CELL_WORDS];  // the keys before each word of counts
shared uint cell_most;                // the keys of the fullest cell, less 1; at least LEAST_MOST
shared uint staged[ENDS + TILE_SIZE + ENDS];

#define LEAST_MOST 2u

uint countShift(uint cell) { return cell % COUNTS * COUNT_BITS; }

uint sumOfCounts(uint word)
{
    if (COUNT_BITS == 4u) word = (word & 0x0F0F0F0Fu) + (word >> 4u & 0x0F0F0F0Fu);
    return word * 0x01010101u >> 24u;
}

// Comes before countKey, with a sync between.
void clearCells(uint left)
{
    for (uint i = threadIndex(); i < CELL_WORDS; i += GROUP_SIZE) cell_counts[i] = 0u;
    if (threadIndex() < ENDS) {
        staged[threadIndex()] = 0u;
        staged[ENDS + left + threadIndex()] = 0xFFFFFFFFu;
    }
    if (threadIndex() == 0u) cell_most = LEAST_MOST;
}

// Counts one key or none of a word's cell. Returns how many were counted before.
uint countKey(uint word, uint one)
{
    uint cell = word >> CELL_SHIFT;
    return atomicAdd(cell_counts[cell / COUNTS], one << countShift(cell)) >> countShift(cell) & COUNT_MASK;
}

// The keys of the fullest cell, less 1, from the most that countKey returned to each invocation. It
// is CELL_MOST or more if a cell is too full. Contains a sync.
uint mostOf(uint most)
{
    if (most > LEAST_MOST) atomicMax(cell_most, most);
    sync();
    return cell_most;
}

// Finds where the cells begin. Ends with a sync.
void beginCells()
{
    uint first = threadIndex() * CELL_ROWS;
    uint begin[CELL_ROWS];
    uint sum = 0u;
    for (uint r = 0u; r < CELL_ROWS; r++) {
        begin[r] = sum;
        if (CELL_WORDS % GROUP_SIZE == 0u || first + r < CELL_WORDS) sum += sumOfCounts(cell_counts[first + r]);
    }
    uint total;
    uint before = groupExclusive(sum, total);
    for (uint r = 0u; r < CELL_ROWS; r++) {
        if (CELL_WORDS % GROUP_SIZE == 0u || first + r < CELL_WORDS) cell_begins[first + r] = before + begin[r];
    }
    sync();
}

uint cellBegin(uint cell)
{
    return cell_begins[cell / COUNTS] + sumOfCounts(cell_counts[cell / COUNTS] & (1u << countShift(cell)) - 1u);
}
uint cellCount(uint cell) { return cell_counts[cell / COUNTS] >> countShift(cell) & COUNT_MASK; }

// slot is what countKey returned. A sync follows the last one.
void stageWord(uint word, uint slot) { staged[ENDS + cellBegin(word >> CELL_SHIFT) + slot] = word; }

uint stagedWord(uint p) { return staged[ENDS + p]; }

// Corrects the place of the word staged at p by the words at distance d.
void compareAt(uint p, uint d, uint word, inout uint to, inout uint near)
{
    uint next = staged[ENDS + p + d];
    uint last = staged[ENDS + p - d];
    to += next < word ? 1u : 0u;
    to -= last > word ? 1u : 0u;
    near = min(near, min(next ^ word, last ^ word));
}

// Where a word staged at p goes. near is the least difference in bits to another word of its cell,
// or less. Equal words keep their order.
uint cellPlace(uint p, uint word, uint most, out uint near)
{
    near = 0xFFFFFFFFu;
    uint to = p;
    if (most < NEAR) {
        for (uint d = 1u; d < NEAR; d++) compareAt(p, d, word, to, near);
        return to;
    }
    if (most <= NEAR) {
        for (uint d = 1u; d <= NEAR; d++) compareAt(p, d, word, to, near);
        return to;
    }
    if (COUNT_BITS == 4u) {
        for (uint d = 1u; d <= most; d++) compareAt(p, d, word, to, near);
        return to;
    }
    uint begin = cellBegin(word >> CELL_SHIFT);
    uint end = begin + cellCount(word >> CELL_SHIFT);
    to = begin;
    for (uint i = begin; i < end; i++) {
        uint other = staged[ENDS + i];
        if (i != p) near = min(near, other ^ word);
        to += other < word || other == word && i < p ? 1u : 0u;
    }
    return to;
}
