// SPDX-License-Identifier: MIT
// Moves the tiles that records_chain deferred, as it moves the others, and writes the rest of
// State. All tiles have published, so no look-back waits. Mostly there is no such tile.
// Grid: any number of workgroups. Reads: Src. Writes: Dst, Keys, Events, Elements. Reads and
// writes: State, Chain, Fault. CPU twin: twin_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "particles/state.glsl"
#include "particles/source.glsl#report"
#include <RECORD>
#include <UNIFORMS>
#include "particles/chain.glsl"
uint wordOfBits(uint row, uint tile, uint w) { return chain[deferredBitsAt(tile / TILE_SIZE) + row * TILE_BIT_WORDS + w]; }
#include "lib/group.glsl#scan"
#include "particles/tile_ranks.glsl#load"
#include <ELEMENTS>
#include <KEYS>
#include <EVENTS>
#include "particles/in_view.glsl"
bool visible(Particle p);
#include <CULL>
#include "particles/finish.glsl"
#include "particles/move.glsl"

layout(local_size_x = GROUP_SIZE) in;
uniform uint groups;

void main()
{
    uint group = workgroupIndex();
    uint t = threadIndex();
    uint n = items;
    uint many = chain[deferredCountAt()];
    uint found[ROWS];
    uint base[ROWS];
    if (COUNT_CHECKED && group == 0u && t == 0u) reportSource();
    if (group == 0u && t == 0u && (n == 0u || chain[lastPlacedAt()] != 0u)) {
        for (uint r = 0u; r < ROWS; r++) base[r] = chain[lastPlacedAt() + 1u + r];
        finish(base);
    }
    for (uint d = group; d < many; d += groups) {
        uint tile = chain[deferredAt() + d];
        uint begin = tile * TILE_SIZE;
        loadRanks(begin, found);
        sync();
        placeTile(tile, found, base);
        if (isSet(LIFE_ROW, t)) putKey(base[LIFE_ROW] + rankOf(LIFE_ROW, t), LOAD_PARTICLE(src, begin + t));
        moveParts(begin, min(n - begin, TILE_SIZE), base);
        if (n - begin <= TILE_SIZE && t == 0u) {
            for (uint r = 0u; r < ROWS; r++) base[r] += found[r];
            finish(base);
        }
        sync();
    }
}
