// SPDX-License-Identifier: MIT
// Like records_keep, but records stay where they are. Dst gets the slots of the living in order,
// then those of the particles that died, then those that were free before. Keys gets the sort keys
// of the living.
// Grid: one workgroup a worker. Reads: Src, Mask, Totals. Writes: Keys, Events, Elements.
// Reads and writes: State, Dst. CPU twin: twin_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/worker.glsl#chunk"
#include "lib/worker.glsl#spine"
#include "particles/state.glsl"
#include <RECORD>
#include <UNIFORMS>
#include "particles/tile_ranks.glsl#mask"
#include <ELEMENTS>
#include <KEYS>
#include <EVENTS>
#include "particles/finish.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) restrict readonly buffer Src { ParticlePart src[]; };
layout(std430, binding = BIND_DST) buffer Dst { uint index[]; };  // two halves, by side

void main()
{
    uint worker = workgroupIndex();
    uint t = threadIndex();
    uint n = items;
    uint from = side * indexHalf();
    uint into = (1u - side) * indexHalf();
    uint end = chunkBegin(worker + 1u, n);
    uint base[ROWS];
    for (uint r = 0u; r < ROWS; r++) base[r] = totalsBefore(r, worker);
    uint living = totalsBefore(LIFE_ROW, workers);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        uint found[ROWS];
        loadRanks(tile, found);
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            if (i >= end - tile) continue;
            bool lives = isSet(LIFE_ROW, i);
            uint slot = index[from + tile + i];
            uint before = base[LIFE_ROW] + rankOf(LIFE_ROW, i);
            uint to = lives ? before : living + tile + i - before;
            index[into + to] = slot;
            if (lives) putKey(to, LOAD_PARTICLE(src, slot));
            if (!hasEvent(i)) continue;
            for (uint part = 0u; part < PARTICLE_PARTS; part++) putEventPart(i, part, src[slot * PARTICLE_PARTS + part], base);
        }
        for (uint r = 0u; r < ROWS; r++) base[r] += found[r];
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
    for (uint q = n + worker * GROUP_SIZE + t; q < capacity; q += workers * GROUP_SIZE) index[into + q] = index[from + q];
    if (worker == workers - 1u && t == 0u) finish(base);
}
