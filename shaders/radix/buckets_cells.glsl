// SPDX-License-Identifier: MIT
// The parts of the sort of a bucket (buckets_sort.comp.glsl).
#include "lib/item.glsl#sum"
#include "lib/group.glsl#scan"
#include <KEYS>
#include <UNSORTABLE>
#include <PUT>
#include <PAYLOAD>
#include "radix/buckets.glsl#number"
#include "radix/msd.glsl#plan"
layout(std430, binding = BIND_PLAN) buffer Plan { uint plan[]; };
#include "radix/msd.glsl#rest"

#define PLACE_BITS 16u  // of a staged word
#define CELL_SHIFT (16u - CELL_BITS)
#define CELL_MOST 14u   // a cell's number of keys has 4 bits
#define CELL_WORDS ((1u << CELL_BITS) / 8u)
#define CELL_ROWS ((CELL_WORDS + GROUP_SIZE - 1u) / GROUP_SIZE)
#define NEAR 4u         // keys on each side that are compared without a loop

shared uint cells[CELL_WORDS];        // the numbers of keys of eight cells
shared uint cell_begins[CELL_WORDS];  // the keys before those
shared uint staged[CELL_MOST + TILE_SIZE + CELL_MOST];
shared uint cell_most;  // the keys of the fullest cell, less 1
shared uint disorder;

uint cellShift(uint cell) { return cell % 8u * 4u; }
uint sumOfCells(uint word) { return ((word & 0x0F0F0F0Fu) + (word >> 4u & 0x0F0F0F0Fu)) * 0x01010101u >> 24u; }

// Fills cell_begins. Ends with a sync.
void beginCells()
{
    uint first = threadIndex() * CELL_ROWS;
    uint begin[CELL_ROWS];
    uint sum = 0u;
    for (uint r = 0u; r < CELL_ROWS; r++) {
        begin[r] = sum;
        if (CELL_WORDS % GROUP_SIZE == 0u || first + r < CELL_WORDS) sum += sumOfCells(cells[first + r]);
    }
    uint total;
    uint before = groupExclusive(sum, total);
    for (uint r = 0u; r < CELL_ROWS; r++) {
        if (CELL_WORDS % GROUP_SIZE == 0u || first + r < CELL_WORDS) cell_begins[first + r] = before + begin[r];
    }
    sync();
}

// Whether the numbers are in order already. Contains barriers.
bool inOrder(uint left, uint number[ITEMS_PER_THREAD])
{
    if (threadIndex() == 0u) disorder = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i < left) staged[i] = number[k];
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i + 1u < left && staged[i] > staged[i + 1u]) disorder = 1u;
    }
    sync();
    return disorder == 0u;
}

// Where the word at place p of the staged ones goes.
uint placeOf(uint p, uint word, uint most)
{
    uint to = p;
    if (most <= NEAR) {
        for (uint d = 1u; d <= NEAR; d++) {
            to += staged[CELL_MOST + p + d] < word ? 1u : 0u;
            to -= staged[CELL_MOST + p - d] > word ? 1u : 0u;
        }
    } else {
        for (uint d = 1u; d <= most; d++) {
            to += staged[CELL_MOST + p + d] < word ? 1u : 0u;
            to -= staged[CELL_MOST + p - d] > word ? 1u : 0u;
        }
    }
    return to;
}
