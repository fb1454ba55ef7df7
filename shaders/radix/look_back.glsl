// SPDX-License-Identifier: MIT
// lookBack: how many keys of each digit the tiles before have, by what those tell (lib/chain.glsl, a word for each tile
// and digit). Invocations that find nothing stand still; when all have come as far as they can, the workgroup counts the
// digits of the last of those silent tiles itself, who stood there go one tile on, and so forth. Nothing is told in
// another tile's name. chain, chain_begin and radix/rank_tile.glsl stand before. Contains barriers.
#define DIGITS_EACH ((RADIX + GROUP_SIZE - 1u) / GROUP_SIZE)
shared uint stuck_behind[2];  // the largest behind of those that stand still: a round uses one, which is 0 before
shared uint other_count[RADIX];

// Adds up what the tiles before behind tell, from the last on, LOOK_BACK words at a time so that their loads are under
// way together. It ends with behind 0, when there is nothing more to add, or where nothing is to be seen. looks counts
// how often that was so, in all walks of an invocation: were it for each, llvmpipe's 65,535 turns would not do.
void walk(uint d, inout uint behind, inout uint sum, inout uint looks)
{
    while (behind > 0u) {
        uint words[LOOK_BACK];
        for (uint w = 0u; w < LOOK_BACK; w++) {
            uint tile = behind - 1u - min(w, behind - 1u);
            words[w] = chain[chain_begin + tile * RADIX + d];
        }
        bool empty = false;
        for (uint w = 0u; w < LOOK_BACK; w++) {
            if (words[w] == CHAIN_EMPTY) empty = true;
            if (empty || behind == 0u) continue;
            sum += chainCount(words[w]);
            behind = chainIsPrefix(words[w]) ? 0u : behind - 1u;
        }
        if (behind > 0u && empty && looks++ >= CHAIN_SPINS) return;
    }
}

// Counts the digits of a tile before this one, which is a whole one therefore.
void countOther(uint tile)
{
    for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) other_count[d] = 0u;
    sync();
    KEY key[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) key[k] = keyAt(tile * TILE_SIZE + k * GROUP_SIZE + threadIndex());
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) atomicAdd(other_count[digitOf(key[k])], 1u);
    sync();
}

// Leaves the counts in digit_next, less the digits' places in the tile, and tells those behind. What is read of shared
// memory is branched on before the next barrier, and its word is another in the next round: read before a barrier and
// used only behind it, such a value came back as written behind it on an H200 (see lib/look_back.glsl).
void lookBack(uint tile, uint left)
{
    uint behind[DIGITS_EACH];
    uint sum[DIGITS_EACH];
    bool done[DIGITS_EACH];
    uint looks = 0u;
    uint round = 0u;
    for (uint e = 0u; e < DIGITS_EACH; e++) {
        behind[e] = tile;
        sum[e] = 0u;
        done[e] = e * GROUP_SIZE + threadIndex() >= RADIX;
    }
    for (;;) {
        for (uint e = 0u; e < DIGITS_EACH; e++) {
            if (done[e]) continue;
            uint d = e * GROUP_SIZE + threadIndex();
            walk(d, behind[e], sum[e], looks);
            if (behind[e] > 0u) {
                atomicMax(stuck_behind[round], behind[e]);
                continue;
            }
            done[e] = true;
            uint here = digitEnd(d, left) - digit_start[d];
            if (!chainIsSilent(tile)) chain[chain_begin + tile * RADIX + d] = chainPrefix(sum[e] + here);
            digit_next[d] += sum[e] - digit_start[d];
        }
        sync();
        uint stuck = stuck_behind[round];
        if (stuck == 0u) break;
        round = 1u - round;
        if (threadIndex() == 0u) stuck_behind[round] = 0u;
        countOther(stuck - 1u);
        for (uint e = 0u; e < DIGITS_EACH; e++) {
            if (done[e] || behind[e] != stuck) continue;
            uint others = other_count[e * GROUP_SIZE + threadIndex()];
            if (others > 0u) sum[e] += others;
            behind[e]--;
        }
    }
}
