// SPDX-License-Identifier: MIT
// Moves the living of each worker's chunk together, in order, to behind those of the workers before, and writes what to
// sort them by; and the records that told events to their streams, in the same order. The last worker writes State.
// Grid: one workgroup a worker. Reads: Src, Mask, Totals. Writes: Dst, Keys, Events, Elements. Reads and writes: State.
// CPU twin: twin_test.go.
#include "lib/item_sum.glsl"
#include "lib/grid.glsl"
#include "lib/chunk.glsl"
#include "lib/spine.glsl"
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
layout(std430, binding = BIND_SRC) readonly buffer Src { Particle src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { Particle dst[]; };

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
            bool lives = isSet(LIFE_ROW, i);
            if (!lives && !tells(i)) continue;
            Particle p = src[tile + i];
            putEvents(i, p, base);
            if (!lives) continue;
            uint to = base[LIFE_ROW] + rankOf(LIFE_ROW, i);
            dst[to] = p;
            putKey(to, p);
        }
        for (uint r = 0u; r < ROWS; r++) base[r] += found[r];
        if (end - tile <= TILE_SIZE) break;
        sync();
    }
    if (worker == workers - 1u && t == 0u) finish(base);
}
