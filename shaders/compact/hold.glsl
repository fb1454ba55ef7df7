// SPDX-License-Identifier: MIT
// The word that an invocation holds for each record between the vote and the move.

#part item
// Records of any kind. The word says only whether the record is kept; the record is read when its
// place is known.
#include <KEEP>
#include <SINK>

uint hold(uint i) { return classOf(i) == 0u ? 1u : 0u; }
void putHeld(uint to, uint i, uint held) { putItem(to, i); }
#include "compact/hold_tile.glsl"

#part word
// Records of one word that are kept when it is not 0: the word is held until its place is known.
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint src_at;

uint hold(uint i) { return src[src_at + i]; }
void putHeld(uint to, uint i, uint held) { dst[dst_at + to] = held; }

// Loads the words of a tile. A whole tile needs no test for the end of the records.
void holdTile(uint begin, uint first, uint n, out uint held[ITEMS_PER_THREAD])
{
    if (n - begin >= TILE_SIZE) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = hold(first + k * LANE_COUNT);
    } else {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            held[k] = 0u;
            if (first + k * LANE_COUNT < n) held[k] = hold(first + k * LANE_COUNT);
        }
    }
}

#part keyed
// Records of any kind with keys. The word is the key plus 1, so that the predicate runs once for a
// record.
#include "compact/held_key.glsl"
#include "compact/hold_tile.glsl"

#part fetched
// The part keyed for a predicate with a fetch. All loads of an invocation's records are in flight
// together; none waits for the decision about the record before.
#include "compact/held_key.glsl"

void holdTile(uint begin, uint first, uint n, out uint held[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = 0u;
    if (n == 0u) return;
    FETCH f[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) f[k] = fetchOf(min(first + k * LANE_COUNT, n - 1u));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint key = 0u;
        bool kept = keepFetched(f[k], key) && first + k * LANE_COUNT < n;
        held[k] = kept ? keyWord(key) : 0u;
    }
}
