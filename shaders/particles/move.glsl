// SPDX-License-Identifier: MIT
// Moves the records of a tile whose ranks are loaded (particles/tile_ranks.glsl).
layout(std430, binding = BIND_SRC) restrict readonly buffer Src { ParticlePart src[]; };
layout(std430, binding = BIND_DST) restrict writeonly buffer Dst { ParticlePart dst[]; };

// Copies a part of record i of the tile.
void putPart(uint i, uint part, ParticlePart w, uint base[ROWS])
{
    if (isSet(LIFE_ROW, i)) dst[(base[LIFE_ROW] + rankOf(LIFE_ROW, i)) * PARTICLE_PARTS + part] = w;
    putEventPart(i, part, w, base);
}

// Copies the living records and those with events. Records stay packed and move part by part, so
// that lanes read and write neighbours and COPIED_PARTS loads of an invocation are in flight at
// once.
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
