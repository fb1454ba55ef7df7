// SPDX-License-Identifier: MIT
// lookBack: combine over all tiles before a tile, from what they have told (Merrill and Garland 2016). The workgroup
// looks at LOOK_WIDTH tiles at once. What is missing after CHAIN_SPINS looks more it computes itself (Smith, Levien and
// Owens 2025), so it ends whatever the others do; nothing is told in another's name. tellWord, toldWord, isPrefix and
// toldItem come from one of lib/told_*.glsl, tileTotal from the kernel. Contains barriers.
#include "lib/chain.glsl"
#define LOOK_WIDTH min(GROUP_SIZE, 64u)
shared uint look_prefix;   // 1 + the last place in the window at which there is a prefix
shared uint look_missing;  // 1 + the last at which there is nothing

// Before a tile writes: who computes its total from its input knows by that whether the input was still whole.
void tell(uint row, uint tile, ITEM item, bool prefix)
{
    if (threadIndex() == 0u && !chainIsSilent(tile)) tellWord(row, tile, item, prefix);
}

ITEM lookBack(uint row, uint tile, ITEM own)
{
    uint t = threadIndex();
    ITEM after = ITEM_IDENTITY;  // of the tiles from end on
    uint end = tile;
    uint spins = 0u;
    while (end > 0u) {
        if (t == 0u) {
            look_prefix = 0u;
            look_missing = 0u;
        }
        sync();
        bool looks = t < LOOK_WIDTH && t + end >= LOOK_WIDTH;
        uint at = t + end - LOOK_WIDTH;
        uint word = looks ? toldWord(row, at) : CHAIN_EMPTY;
        if (looks && word == CHAIN_EMPTY) atomicMax(look_missing, t + 1u);
        if (looks && isPrefix(word)) atomicMax(look_prefix, t + 1u);
        sync();
        uint prefix = look_prefix;
        uint missing = look_missing;
        sync();
        bool stuck = missing > prefix;
        if (stuck && spins < CHAIN_SPINS) {
            spins++;
            continue;
        }
        ITEM item = ITEM_IDENTITY;
        if (looks && t >= missing && t + 1u >= prefix) item = toldItem(at, word);
        ITEM total;
        groupExclusive(item, total);
        after = combine(total, after);
        if (stuck) {
            end = missing + end - LOOK_WIDTH;  // behind the missing tile
            ITEM instead = tileTotal(end - 1u);
            if (t == 0u) {
                memoryBarrierBuffer();
                look_missing = toldWord(row, end - 1u);
            }
            sync();
            // It has told meanwhile: its input may have been written over, so what it told counts.
            if (look_missing == CHAIN_EMPTY) {
                after = combine(instead, after);
                end--;
            }
            sync();
            spins = 0u;
        } else {
            end = prefix > 0u || end <= LOOK_WIDTH ? 0u : end - LOOK_WIDTH;
        }
    }
    if (tile > 0u) tell(row, tile, combine(after, own), true);
    return after;
}
