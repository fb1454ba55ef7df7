// SPDX-License-Identifier: MIT
// The tiles of a single-pass kernel. A workgroup has the tile of its number. Drivers mostly start
// workgroups in that order, so the predecessors of a tile have begun; if not, the fallback serves
// (lib/look_back.glsl). A ticket instead of the number cost an H200 0.3 us a dispatch, and sorts of
// 2^22 pairs 8 %.
//
// Chain has two sets of status words. A call finds its set zeroed, and zeroes what the call before
// left in the other set. So no dispatch is needed to clear them.
layout(std430, binding = BIND_CHAIN) coherent volatile buffer Chain { uint chain[]; };
uniform uint chain_set;    // where this call's words begin
uniform uint chain_other;  // where the other set does
uniform uint chain_stale;  // how many words of it to zero

uint takeTile()
{
    uint tile = workgroupIndex();
    uint step = gl_NumWorkGroups.x * gl_NumWorkGroups.y * GROUP_SIZE;
    for (uint i = tile * GROUP_SIZE + threadIndex(); i < chain_stale; i += step) chain[chain_other + i] = 0u;
    return tile;
}

uint tileCount(uint n) { return n / TILE_SIZE + min(n % TILE_SIZE, 1u); }
