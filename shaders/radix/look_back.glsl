// SPDX-License-Identifier: MIT
// lookBack: how many keys of each digit the tiles before have, by what those tell (lib/chain.glsl, a word for each tile
// and digit). Invocations that find nothing stand still; when all have come as far as they can, the workgroup counts the
// digits of the last of those silent tiles itself, who stood there go one tile on, and so forth. Nothing is told in
// another tile's name. chain, chain_begin and radix/rank_tile.glsl stand before. Contains barriers.
#define DIGITS_EACH ((RADIX + GROUP_SIZE - 1u) / GROUP_SIZE)
shared uint stuck_behind[2];  // the largest behind of those that stand still: a round uses one, which is 0 before
shared uint other_count[RADIX];

// Adds up what the tiles before behind tell, from the last on, until there is a prefix or nothing: of seen the top bit tells that a
// prefix was there. LOOK_BACK words at a time, so that their loads are under way together; the HEAD_ROWS rows before the first
// tile's are prefixes of 0, which end it. Words are added up as they stand (lookBack takes what marks them off), by masks: with a
// branch for each word an H200 sorted 2^20 keys in 62 us, so in 59. looks counts how often nothing was to be seen, in all walks of
// an invocation: were it for each, llvmpipe's 65,535 turns would not do.
void walk(uint d, inout uint behind, inout uint sum, inout uint seen, inout uint looks)
{
    while (!chainIsPrefix(seen)) {
        uint at = chain_begin + behind * RADIX + d;
        uint words[LOOK_BACK];
        for (uint w = 0u; w < LOOK_BACK; w++) words[w] = chain[at - (w + 1u) * RADIX];
        uint live = 0xFFFFFFFFu;  // all bits until one ended it, then none
        for (uint w = 0u; w < LOOK_BACK; w++) {
            uint word = words[w] & live;
            sum += word;
            seen |= word;
            live = int(word) > 0 ? live : 0u;  // a tile's own count
            behind += live;                    // one less
        }
        if (live == 0u && !chainIsPrefix(seen) && looks++ >= chain_spins) return;
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
    uint seen[DIGITS_EACH];
    bool done[DIGITS_EACH];
    uint looks = 0u;
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
            walk(d, behind[e], sum[e], seen[e], looks);
            if (!chainIsPrefix(seen[e])) {
                atomicMax(stuck_behind[round], behind[e]);
                continue;
            }
            done[e] = true;
            uint before = chainSum(sum[e], tile - behind[e]);
            uint here = digitEnd(d, left) - digit_start[d];
            if (!chainIsSilent(tile)) chain[chain_begin + tile * RADIX + d] = chainPrefix(before + here);
            digit_next[d] += before - digit_start[d];
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
            sum[e]++;  // as if it had told it
            behind[e]--;
        }
    }
}
