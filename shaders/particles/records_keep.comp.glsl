// SPDX-License-Identifier: MIT
// Compacts the living particles of each worker's chunk, in order, to the place after those of the
// workers before, and writes their sort keys. Copies the records that emitted events to their
// channels, in the same order. The last worker writes State.
// Grid: one workgroup a worker. Reads: Src, Mask, Totals. Writes: Dst, Keys, Events, Elements.
// Reads and writes: State.
// CPU twin: twin_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/worker.glsl#chunk"
#include "lib/worker.glsl#spine"
#include "particles/state.glsl"
#include <RECORD>
#include <UNIFORMS>
#include "particles/tile_ranks.glsl"
#include <ELEMENTS>
#include <KEYS>
#include <EVENTS>
#include "particles/in_view.glsl"
#include <CULL>
#include "particles/finish.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) restrict readonly buffer Src { ParticlePart src[]; };
layout(std430, binding = BIND_DST) restrict writeonly buffer Dst { ParticlePart dst[]; };

// Copies a part of record i of the tile.
void putPart(uint i, uint part, ParticlePart w, uint base[ROWS])
{
    if (isSet(LIFE_ROW, i)) dst[(base[LIFE_ROW] + rankOf(LIFE_ROW, i)) * PARTICLE_PARTS + part] = w;
    putEventPart(i, part, w, base);
}

// Copies the living records and those with events. Records stay packed and move
// part by part, so that lanes read and write neighbours and COPIED_PARTS loads of an invocation are
// in flight at once.
#define COPIED_PARTS 4u
void moveParts(uint tile, uint items, uint base[ROWS])
{
    uint parts = items * PARTICLE_PARTS;
    for (uint first = threadIndex(); first < parts; first += COPIED_PARTS * GROUP_SIZE) {
        ParticlePart held[COPIED_PARTS];
        for (uint c = 0u; c < COPIED_PARTS; c++) {
            held[c] = src[tile * PARTICLE_PARTS + min(first + c * GROUP_SIZE, parts - 1u)];
        }
        for (uint c = 0u; c < COPIED_PARTS; c++) {
            uint at = first + c * GROUP_SIZE;
            if (at < parts) putPart(at / PARTICLE_PARTS, at % PARTICLE_PARTS, held[c], base);
        }
    }
}

void main()
{
    uint worker = workgroupIndex();
    uint t = threadIndex();
    uint n = items;
    uint end = chunkBegin(worker + 1u, n);
    uint base[ROWS];
    for (uint r = 0u; r < ROWS; r++) base[r] = totalsBefore(r, worker);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        uint found[ROWS];
        loadRanks(tile, found);
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            if (isSet(LIFE_ROW, i)) putKey(base[LIFE_ROW] + rankOf(LIFE_ROW, i), LOAD_PARTICLE(src, tile + i));
        }
        moveParts(tile, min(end - tile, TILE_SIZE), base);
        for (uint r = 0u; r < ROWS; r++) base[r] += found[r];
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
    if (worker == workers - 1u && t == 0u) finish(base);
}
