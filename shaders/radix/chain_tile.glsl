// SPDX-License-Identifier: MIT
// The common code of the kernels of a single-pass digit pass. A workgroup has the tile of its
// number (lib/look_back.glsl#tiles gives the reason). It ranks the tile (radix/tile.glsl),
// publishes the count of every digit, and looks back for the number of keys of each digit in the
// tiles before. A kernel defines digitShare (radix/tile.glsl).
// Sources: Adinets and Merrill, "Onesweep", 2022; Smith, Levien and Owens, "Decoupled Fallback",
// 2025.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/look_back.glsl#status"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_CHAIN) coherent volatile buffer Chain { uint chain[]; };
uniform uint state_begin;
// This pass's words: one for each tile and digit. HEAD_ROWS rows with prefixes of 0 come before
// them.
uniform uint chain_begin;
uniform uint chain_next;   // the next pass's words, to be cleared; chain_begin if there is none
uniform uint next_tile;    // the keys of a tile of that pass

uvec2 digitShare(uint d, uint worker);
void digitCounted(uint tile, uint d, uint count)
{
    if (!chainIsSilent(tile)) chain[chain_begin + tile * RADIX + d] = chainAggregate(count);
}
#include "radix/tile.glsl"

// lookBack: the number of keys of each digit in the tiles before, by decoupled look-back over one
// status word for each tile and digit (lib/look_back.glsl#status). An invocation that reads an
// empty word stops there. When no invocation can advance, the workgroup counts the digits of the
// last missing tile (decoupled fallback). The invocations that stopped there advance by one tile,
// and so on. A workgroup publishes only its own counts. Contains barriers.
#define DIGITS_EACH ((RADIX + GROUP_SIZE - 1u) / GROUP_SIZE)
// The largest of the ends at which invocations stopped. A round uses one of the two; 0 before.
shared uint missing_tile[2];
shared uint fallback_count[RADIX];

// Adds up the status words of the tiles before behind, from the last on, until an inclusive prefix
// or an empty word. The top bit of seen is set if a prefix was found. LOOK_BACK words are loaded at
// a time. The HEAD_ROWS rows before the first tile hold prefixes of 0, which end every walk.
//
// Words are added with their marks (chainSum subtracts them), by masks: with a branch for each word
// an H200 sorted 2^20 keys in 62 us, with masks in 59. polls counts the empty polls over all walks
// of an invocation. A count for each walk could exceed llvmpipe's 65,535 loop iterations.
void walk(uint d, inout uint behind, inout uint sum, inout uint seen, inout uint polls)
{
    while (!chainIsPrefix(seen)) {
        uint at = chain_begin + behind * RADIX + d;
        uint words[LOOK_BACK];
        for (uint w = 0u; w < LOOK_BACK; w++) words[w] = chain[at - (w + 1u) * RADIX];
        uint live = 0xFFFFFFFFu;  // all bits until a word ends the walk, then 0
        for (uint w = 0u; w < LOOK_BACK; w++) {
            uint word = words[w] & live;
            sum += word;
            seen |= word;
            live = int(word) > 0 ? live : 0u;  // an aggregate
            behind += live;                    // minus 1
        }
        if (live == 0u && !chainIsPrefix(seen) && polls++ >= chain_spins) return;
    }
}

// Counts the digits of a tile before this one. Such a tile is whole.
void countTile(uint tile)
{
    for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) fallback_count[d] = 0u;
    sync();
    KEY key[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) key[k] = keyAt(tile * TILE_SIZE + k * GROUP_SIZE + threadIndex());
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) atomicAdd(fallback_count[digitOf(key[k])], 1u);
    sync();
}

// Adds the counts to digit_next, less the digits' places in the tile, and publishes the inclusive
// prefixes. A branch on a value of shared memory comes before the next barrier, and the next round
// uses another word (lib/look_back.glsl gives the reason).
void lookBack(uint tile, uint left)
{
    uint behind[DIGITS_EACH];
    uint sum[DIGITS_EACH];
    uint seen[DIGITS_EACH];
    bool done[DIGITS_EACH];
    uint polls = 0u;
    uint round = 0u;
    for (uint e = 0u; e < DIGITS_EACH; e++) {
        behind[e] = tile;
        sum[e] = 0u;
        seen[e] = 0u;
        done[e] = e * GROUP_SIZE + threadIndex() >= RADIX;
    }
    for (;;) {
        for (uint e = 0u; e < DIGITS_EACH; e++) {
            if (done[e]) continue;
            uint d = e * GROUP_SIZE + threadIndex();
            walk(d, behind[e], sum[e], seen[e], polls);
            if (!chainIsPrefix(seen[e])) {
                atomicMax(missing_tile[round], behind[e]);
                continue;
            }
            done[e] = true;
            uint before = chainSum(sum[e], tile - behind[e]);
            uint here = digitEnd(d, left) - digit_start[d];
            if (!chainIsSilent(tile)) chain[chain_begin + tile * RADIX + d] = chainPrefix(before + here);
            digit_next[d] += before - digit_start[d];
        }
        sync();
        uint stuck = missing_tile[round];
        if (stuck == 0u) break;
        round = 1u - round;
        if (threadIndex() == 0u) missing_tile[round] = 0u;
        countTile(stuck - 1u);
        for (uint e = 0u; e < DIGITS_EACH; e++) {
            if (done[e] || behind[e] != stuck) continue;
            uint others = fallback_count[e * GROUP_SIZE + threadIndex()];
            if (others > 0u) sum[e] += others;
            sum[e]++;  // an aggregate's word is its count plus 1
            behind[e]--;
        }
    }
}

// The tiles of so many items each that hold n items.
uint tilesOf(uint n, uint tile_items) { return n / tile_items + min(n % tile_items, 1u); }

// Clears the words of the next pass, which may have more tiles than this one or fewer.
void clearNext(uint tile)
{
    if (chain_next == chain_begin) return;
    uint tiles = tilesOf(itemCount(), TILE_SIZE);
    uint rows = next_tile == TILE_SIZE ? tiles : tilesOf(itemCount(), next_tile);
    for (uint row = tile; row < rows; row += tiles) {
        for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) chain[chain_next + row * RADIX + d] = CHAIN_EMPTY;
    }
}
