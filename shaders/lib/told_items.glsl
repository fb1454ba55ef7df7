// SPDX-License-Identifier: MIT
// What tiles tell, for items of any size: a state in Chain, and the item in Totals: its own at 2 * tile, its prefix
// after it. The state goes out when the item is there.
#define TOLD_OWN 1u
#define TOLD_PREFIX 2u
layout(std430, binding = BIND_TOTALS) coherent buffer Totals { ITEM totals[]; };

void tellWord(uint row, uint tile, ITEM item, bool prefix)
{
    uint state = prefix ? TOLD_PREFIX : TOLD_OWN;
    totals[2u * tile + state - 1u] = item;
    memoryBarrierBuffer();
    atomicExchange(chain[chain_set + CHAIN_FIRST + tile], state);
    memoryBarrierBuffer();  // what the tile writes, perhaps over its input, comes after
}

uint toldWord(uint row, uint tile) { return chain[chain_set + CHAIN_FIRST + tile]; }
bool isPrefix(uint word) { return word == TOLD_PREFIX; }
ITEM toldItem(uint tile, uint word)
{
    memoryBarrierBuffer();
    ITEM item = totals[2u * tile + word - 1u];
    return item;
}
