// SPDX-License-Identifier: MIT
// The tiles of a chained kernel: each workgroup has the one of its number. Drivers start workgroups in that order, mostly, so
// that the tiles before one have begun; where they do not, whoever waits counts what it waits for (lib/look_back.glsl). A
// ticket in place of the number cost an H200 0.3 us a launch, and sorts of 2^22 pairs 8 %. Chain has two sets of words, of
// what tiles tell; a call works in one, which it finds zeroed, and zeroes what the call before left in the other. So
// nothing is launched to clear them.
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
