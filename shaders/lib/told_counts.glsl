// SPDX-License-Identifier: MIT
// What tiles tell, for counts in CHAIN_ROWS rows: one word each (lib/chain.glsl), with no fence.
uint toldPlace(uint row, uint tile) { return chain_set + CHAIN_FIRST + tile * CHAIN_ROWS + row; }

void tellWord(uint row, uint tile, uint count, bool prefix)
{
    atomicExchange(chain[toldPlace(row, tile)], prefix ? chainPrefix(count) : chainOwn(count));
}

uint toldWord(uint row, uint tile) { return chain[toldPlace(row, tile)]; }
bool isPrefix(uint word) { return chainIsPrefix(word); }
uint toldItem(uint tile, uint word) { return chainCount(word); }
