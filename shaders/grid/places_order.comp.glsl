// SPDX-License-Identifier: MIT
// Writes the places in the order of their cells, each with its record's index, and the start of
// each cell. The starts come from binary searches in the sorted keys: first for the ends of a tile
// of cells, then between them. So the work does not depend on how full or empty the cells are. It
// also writes the numbers of State.
// Grid: one workgroup a worker. Reads: Src, Keys, Index, Count. Writes: Places, Starts. Reads and
// writes: State.
// CPU twin: twin.go, order.
#include "lib/sync.glsl"
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/worker.glsl#chunk"
#include "grid/source.glsl"
#include "grid/state.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_KEYS) readonly buffer Keys { uint keys[]; };
layout(std430, binding = BIND_INDEX) readonly buffer Index { uint index[]; };
layout(std430, binding = BIND_PLACES) writeonly buffer Places { uvec4 places[]; };
layout(std430, binding = BIND_STARTS) writeonly buffer Starts { uint starts[]; };

shared uint tile_ends[2];

// The first place whose key is not below, from low up to high.
uint firstOf(uint key, uint low, uint high)
{
    while (low < high) {
        uint middle = (low + high) / 2u;
        if (keys[middle] < key) low = middle + 1u;
        else high = middle;
    }
    return low;
}

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint t = gl_LocalInvocationIndex;
    if (worker == 0u && t == 0u) {
        items = n;
        outside = adding[0];
        no_numbers = adding[1];
        adding[0] = 0u;
        adding[1] = 0u;
    }
    uint end = chunkBegin(worker + 1u, n);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = tile + k * GROUP_SIZE + t;
            if (i >= end) break;
            uint record = index[i];
            places[i] = uvec4(placeWords(record), record);
        }
        if (end - tile <= TILE_SIZE) break;
    }
    end = chunkBegin(worker + 1u, GRID_CELLS + 1u);
    for (uint tile = chunkBegin(worker, GRID_CELLS + 1u); tile < end; tile += TILE_SIZE) {
        if (t < 2u) tile_ends[t] = firstOf(tile + t * TILE_SIZE, 0u, n);
        sync();
        uint low = tile_ends[0];
        uint high = tile_ends[1];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint cell = tile + k * GROUP_SIZE + t;
            if (cell < end) starts[cell] = firstOf(cell, low, high);
        }
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
}
