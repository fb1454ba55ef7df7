// SPDX-License-Identifier: MIT
// What tiles tell, for counts: one word each (lib/chain.glsl).
uint tellPlace(uint tile) { return chain_set + tile; }

void tellItem(uint tile, uint count, bool prefix)
{
    atomicExchange(chain[tellPlace(tile)], prefix ? chainPrefix(count) : chainOwn(count));
}

uint toldItem(uint tile, out uint count)
{
    uint word = chain[tellPlace(tile)];
    count = chainCount(word);
    return word == CHAIN_EMPTY ? TOLD_NOTHING : chainIsPrefix(word) ? TOLD_PREFIX : TOLD_OWN;
}
