// SPDX-License-Identifier: MIT
// The tiles of a chained kernel: each workgroup takes the next by a ticket, so that all tiles before it are already
// taken by workgroups that run, whatever order a driver starts them in. Chain has two sets of words, a ticket and then
// what tiles tell; a call works in one, which it finds zeroed, and zeroes what the call before left in the other. So
// nothing is launched to clear them.
layout(std430, binding = BIND_CHAIN) coherent volatile buffer Chain { uint chain[]; };
uniform uint chain_set;    // where this call's words begin
uniform uint chain_other;  // where the other set does
uniform uint chain_stale;  // how many words of it to zero

#define CHAIN_FIRST 32u    // the ticket has a line of memory to itself
shared uint chain_ticket;

uint takeTile()
{
    if (threadIndex() == 0u) chain_ticket = atomicAdd(chain[chain_set], 1u);
    sync();
    uint tile = chain_ticket;
    uint step = gl_NumWorkGroups.x * gl_NumWorkGroups.y * GROUP_SIZE;
    for (uint i = tile * GROUP_SIZE + threadIndex(); i < chain_stale; i += step) chain[chain_other + i] = 0u;
    return tile;
}

uint tileCount(uint n) { return n / TILE_SIZE + min(n % TILE_SIZE, 1u); }
