// SPDX-License-Identifier: MIT
// scan/tile.glsl for values of one word, of one segment or many. A subgroup has a run of the tile.
// Its lanes load and write four neighbours at a time, and exchange prefixes by subgroup operations;
// no value passes through shared memory.
#include <SOURCE>
#include <SINK>
#include "lib/source.glsl#words_wide"
layout(std430, binding = BIND_DST) writeonly buffer Dst4 { uvec4 dst4[]; };
uniform uint inclusive;

// v becomes the scan of the invocation's items, without the prefix of the subgroup, which is
// returned. total is the tile's aggregate.
ITEM tileItems(uint tile, uint end, out ITEM v[ITEMS_PER_THREAD], out ITEM total)
{
    bool wide = isWide(tile, end);
    uvec4 w[VECTORS];
    tileWords(tile, end, wide, w);
    tileBegin(tile, end);
    ITEM carry = ITEM_IDENTITY;
    ITEM last = ITEM_IDENTITY;
    for (uint k = 0u; k < VECTORS; k++) {
        ITEM sum = ITEM_IDENTITY;
        for (uint c = 0u; c < 4u; c++) {
            uint i = wide ? wideAt(k) + c : min(wideAt(k) + c, end - tile - 1u);
            ITEM item = itemOf(FROM_WORDS(w[k][c]), isHead(tile, i));
            if (!wide && tile + wideAt(k) + c >= end) item = ITEM_IDENTITY;
            ITEM after = combine(sum, item);
            v[4u * k + c] = itemOf(inclusive != 0u ? valueOf(after) : exclusiveOf(sum, item), headOf(after) != 0u);
            sum = after;
        }
        ITEM before = combine(carry, lanesExclusive(sum, last));
        for (uint c = 0u; c < 4u; c++) v[4u * k + c] = combine(before, v[4u * k + c]);
        carry = combine(carry, itemShuffle(last, LANE_COUNT - 1u));
    }
    return subgroupsBefore(carry, total);
}

// Writes the scanned tile; before is the prefix of the subgroup.
void putTile(uint tile, uint end, uint n, ITEM before, ITEM v[ITEMS_PER_THREAD])
{
    bool wide = dst_at % 4u == 0u && end - tile >= TILE_SIZE;
    for (uint k = 0u; k < VECTORS; k++) {
        uvec4 w;
        for (uint c = 0u; c < 4u; c++) w[c] = TO_WORDS(valueOf(combine(before, v[4u * k + c])));
        uint i = tile + wideAt(k);
        if (wide) {
            dst4[(dst_at + i) / 4u] = w;
            continue;
        }
        for (uint c = 0u; c < 4u; c++) {
            if (i + c < end) dst[dst_at + i + c] = w[c];
        }
    }
}
