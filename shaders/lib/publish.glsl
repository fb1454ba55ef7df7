// SPDX-License-Identifier: MIT
// The status words of tiles, for look-back.

#part counts
// Counts: one word a tile (lib/chain.glsl).
uint statusPlace(uint tile) { return chain_set + tile; }

void publishItem(uint tile, uint count, bool prefix)
{
    atomicExchange(chain[statusPlace(tile)], prefix ? chainPrefix(count) : chainAggregate(count));
}

uint readItem(uint tile, out uint count)
{
    uint word = chain[statusPlace(tile)];
    count = chainCount(word);
    return word == CHAIN_EMPTY ? TILE_EMPTY : chainIsPrefix(word) ? TILE_INCLUSIVE_PREFIX : TILE_AGGREGATE;
}

#part items
// Items of VALUE_WORDS words, and perhaps a head: CHAIN_ROWS words a tile. Each word has 30 bits of
// the item and the state above them. A reader that finds different states has read between two
// writes, and treats the tile as empty. So no fence is needed between a state and its item. With
// fences, and barriers in the look-back, a scan of 2^24 words took 150 us on an H200; without both
// 97.
#define ITEM_WORDS (VALUE_WORDS + ITEM_HEADS)
#define PIECE_BITS 30u
#define PIECE_MASK 0x3FFFFFFFu

#if VALUE_WORDS == 1
VALUE valueFromWords(uint w[ITEM_WORDS + 1]) { return VALUE(w[0]); }
uint valueWord(VALUE v, uint i) { return uint(v); }
#elif VALUE_WORDS == 2
VALUE valueFromWords(uint w[ITEM_WORDS + 1]) { return VALUE(w[0], w[1]); }
uint valueWord(VALUE v, uint i) { return v[i]; }
#else
VALUE valueFromWords(uint w[ITEM_WORDS + 1]) { return VALUE(w[0], w[1], w[2], w[3]); }
uint valueWord(VALUE v, uint i) { return v[i]; }
#endif

uint statusPlace(uint tile) { return chain_set + tile * CHAIN_ROWS; }

void publishItem(uint tile, ITEM item, bool prefix)
{
    uint words[ITEM_WORDS + 1];  // the last word pads the last piece
    for (uint w = 0u; w < VALUE_WORDS; w++) words[w] = valueWord(valueOf(item), w);
    words[VALUE_WORDS] = headOf(item);
    words[ITEM_WORDS] = 0u;
    for (uint p = 0u; p < CHAIN_ROWS; p++) {
        uint at = p * PIECE_BITS / 32u;
        uint shift = p * PIECE_BITS % 32u;
        uint piece = words[at] >> shift;
        if (shift > 32u - PIECE_BITS) piece |= words[at + 1u] << (32u - shift);
        atomicExchange(chain[statusPlace(tile) + p], (prefix ? TILE_INCLUSIVE_PREFIX : TILE_AGGREGATE) << PIECE_BITS | piece & PIECE_MASK);
    }
}

uint readItem(uint tile, out ITEM item)
{
    uint pieces[CHAIN_ROWS + 1u];
    pieces[CHAIN_ROWS] = 0u;
    for (uint p = 0u; p < CHAIN_ROWS; p++) pieces[p] = chain[statusPlace(tile) + p];
    uint state = pieces[0] >> PIECE_BITS;
    for (uint p = 1u; p < CHAIN_ROWS; p++) state = pieces[p] >> PIECE_BITS == state ? state : TILE_EMPTY;
    uint words[ITEM_WORDS + 1];
    words[ITEM_WORDS] = 0u;
    for (uint w = 0u; w < ITEM_WORDS; w++) {
        uint at = w * 32u / PIECE_BITS;
        uint shift = w * 32u % PIECE_BITS;
        words[w] = (pieces[at] & PIECE_MASK) >> shift | pieces[at + 1u] << (PIECE_BITS - shift);
    }
    item = itemOf(valueFromWords(words), words[VALUE_WORDS] != 0u);
    return state;
}
