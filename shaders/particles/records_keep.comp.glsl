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
#include "particles/tile_ranks.glsl#mask"
#include <ELEMENTS>
#include <KEYS>
#include <EVENTS>
#include "particles/in_view.glsl"
bool visible(Particle p);
#include <CULL>
#include "particles/finish.glsl"
#include "particles/move.glsl"

layout(local_size_x = GROUP_SIZE) in;

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
