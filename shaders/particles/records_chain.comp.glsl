// SPDX-License-Identifier: MIT
// A step in one pass over the records: emits and updates the particles of a tile, finds its
// place by look-back, and moves the living there with their sort keys, and those that emitted
// events to their channels. The caller's update runs once for each item. records_deferred
// follows: it moves the tiles that could not be placed (particles/chain.glsl) and writes the
// rest of State.
//
// With more tiles than workgroups a workgroup takes one tile after the other by a ticket, so
// that tiles begin in order.
// Grid: any number of workgroups. Reads: Count, Parents, Tables. Reads and writes: State,
// Records, Chain. Writes: Dst, Keys, Events. CPU twin: twin_test.go.
#include "lib/grid.glsl"
#include "lib/lanes.glsl#base"
#include "particles/state.glsl"
#include <RECORD>
#include <UNIFORMS>
#include "particles/advance.glsl"
#include <KEYS>
#include "lib/item.glsl#sum"
#include "particles/tile_bits.glsl"
#include "particles/chain.glsl"
#include <EVENTS>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) restrict writeonly buffer Dst { ParticlePart dst[]; };
uniform uint groups;
uniform uint defer_every;  // for the self-test: every so many tiles are deferred; 0 is none

shared uint ticket[2];

// The next tile; turn is different in each call.
uint nextTile(uint turn)
{
    if (threadIndex() == 0u) ticket[turn & 1u] = atomicAdd(chain[ticketAt()], 1u);
    sync();
    return ticket[turn & 1u];
}

// Leaves a tile to records_deferred.
void deferTile(uint tile, uint found[ROWS])
{
    for (uint w = threadIndex(); w < ROWS * TILE_BIT_WORDS; w += GROUP_SIZE) chain[deferredBitsAt(tile) + w] = lane_bits[w];
    if (threadIndex() != 0u) return;
    chain[deferredAt() + atomicAdd(chain[deferredCountAt()], 1u)] = tile;
    if (!chainIsSilent(tile)) return;
    for (uint r = 0u; r < ROWS; r++) {
        row_now = r;
        publishItem(tile, found[r], false);
    }
}

void main()
{
    uint tile = takeTile();
    uint t = threadIndex();
    uint before = alive[side];
    uint n = beginStep(before, tile == 0u && t == 0u);
    uint tiles = tileCount(n);
    bool by_ticket = tiles > groups;
    uint turn = 0u;
    if (by_ticket) tile = nextTile(turn);
    while (tile < tiles) {
        clearBits();
        uint q = tile * TILE_SIZE + t;
        ParticlePart w[PARTICLE_PARTS];
        uint bits = 0u;
        if (q < n) bits = advance(q, before, w);
        collectBits(bits);
        uint found[ROWS];
        for (uint r = 0u; r < ROWS; r++) {
            found[r] = bitsIn(r);
            row_now = r;
            publishAggregate(tile, found[r]);
        }
        uint base[ROWS];
        bool placed = placeTile(tile, found, base);
        if (chainIsSilent(tile) || (defer_every != 0u && tile % max(defer_every, 1u) == 0u)) placed = false;
        if (placed) {
            if (isSet(LIFE_ROW, t)) {
                uint to = base[LIFE_ROW] + rankOf(LIFE_ROW, t);
                STORE_PARTICLE(dst, to, w);
                putKey(to, unpackParticle(w));
            }
            putEvent(t, w, base);
            if (tile == tiles - 1u && t == 0u) {
                chain[lastPlacedAt()] = 1u;
                for (uint r = 0u; r < ROWS; r++) chain[lastPlacedAt() + 1u + r] = base[r] + found[r];
            }
        } else {
            if (q < n) STORE_PARTICLE(records, q, w);
            deferTile(tile, found);
        }
        if (!by_ticket) break;
        turn++;
        sync();
        tile = nextTile(turn);
    }
}
