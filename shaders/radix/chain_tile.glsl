// SPDX-License-Identifier: MIT
// The common code of the kernels of a single-pass digit pass. A workgroup has the tile of its
// number (lib/look_back.glsl#tiles gives the reason). It ranks the tile (radix/rank_tile.glsl),
// publishes the count of every digit, and looks back for the number of keys of each digit in the
// tiles before (radix/look_back.glsl). A kernel defines digitShare (radix/rank_tile.glsl).
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

uvec2 digitShare(uint d, uint worker);
void digitCounted(uint tile, uint d, uint count)
{
    if (!chainIsSilent(tile)) chain[chain_begin + tile * RADIX + d] = chainAggregate(count);
}
#include "radix/rank_tile.glsl"
#include "radix/write_tile.glsl"
#include "radix/look_back.glsl"

void clearNext(uint tile)
{
    if (chain_next == chain_begin) return;
    uint words = chain_next + tile * RADIX;
    for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) chain[words + d] = CHAIN_EMPTY;
}
