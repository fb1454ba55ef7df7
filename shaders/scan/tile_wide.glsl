// SPDX-License-Identifier: MIT
// scan/tile.glsl for values of one word. A subgroup has a run of the tile. Its lanes load and write
// four neighbours at a time, and exchange prefixes by subgroup operations; no value passes through
// shared memory.

#part one segments
#include <SOURCE>
#include <SINK>
#include "lib/source.glsl#words_wide"
layout(std430, binding = BIND_DST) writeonly buffer Dst4 { uvec4 dst4[]; };
uniform uint inclusive;

// The value of word c of an invocation's k-th four; the identity past the end.
VALUE wideValue(uvec4 w, uint tile, uint end, bool wide, uint k, uint c)
{
    if (!wide && tile + wideAt(k) + c >= end) return VALUE_IDENTITY;
    return FROM_WORDS(w[c]);
}

#part one
// One segment. v becomes the scan of the invocation's items, without the prefix of the subgroup,
// which is returned. total is the tile's aggregate.
ITEM tileItems(uint tile, uint end, out ITEM v[ITEMS_PER_THREAD], out ITEM total)
{
    bool wide = isWide(tile, end);
    uvec4 w[VECTORS];
    tileWords(tile, end, wide, w);
    ITEM carry = ITEM_IDENTITY;
    ITEM last = ITEM_IDENTITY;
    for (uint k = 0u; k < VECTORS; k++) {
        ITEM sum = ITEM_IDENTITY;
        for (uint c = 0u; c < 4u; c++) {
            ITEM after = combine(sum, wideValue(w[k], tile, end, wide, k, c));
            v[4u * k + c] = inclusive != 0u ? after : sum;
            sum = after;
        }
        ITEM before = combine(carry, lanesExclusive(sum, last));
        for (uint c = 0u; c < 4u; c++) v[4u * k + c] = combine(before, v[4u * k + c]);
        carry = combine(carry, itemShuffle(last, LANE_COUNT - 1u));
    }
    return subgroupsBefore(carry, total);
}

VALUE wideResult(ITEM before, ITEM v, uint i) { return combine(before, v); }

#part segments
// Many segments. open_words has bit i if no segment begins in the subgroup's words before the
// invocation's word i, or at it: then the word's value takes the prefix of the subgroup. Heads in v
// have no meaning.
#include <BITS>
uint open_words;

ITEM tileItems(uint tile, uint end, out ITEM v[ITEMS_PER_THREAD], out ITEM total)
{
    bool wide = isWide(tile, end);
    uvec4 w[VECTORS];
    tileWords(tile, end, wide, w);
    uint heads = headBits(tile, end);
    ITEM carry = ITEM_IDENTITY;
    ITEM last = ITEM_IDENTITY;
    open_words = 0u;
    for (uint k = 0u; k < VECTORS; k++) {
        uint bits = heads >> (4u * k) & 15u;
        uint closed = (bits | bits << 1 | bits << 2 | bits << 3) & 15u;
        VALUE sum = VALUE_IDENTITY;
        VALUE scanned[4];
        for (uint c = 0u; c < 4u; c++) {
            VALUE here = wideValue(w[k], tile, end, wide, k, c);
            bool begins = (bits >> c & 1u) != 0u;
            VALUE after = begins ? here : combine(sum, here);
            scanned[c] = inclusive != 0u ? after : begins ? VALUE_IDENTITY : sum;
            sum = after;
        }
        ITEM before = combine(carry, lanesExclusive(itemOf(sum, bits != 0u), last));
        for (uint c = 0u; c < 4u; c++) {
            bool open = (closed >> c & 1u) == 0u;
            v[4u * k + c] = itemOf(open ? combine(valueOf(before), scanned[c]) : scanned[c], false);
        }
        open_words |= headOf(before) == 0u ? (15u ^ closed) << (4u * k) : 0u;
        carry = combine(carry, itemShuffle(last, LANE_COUNT - 1u));
    }
    return subgroupsBefore(carry, total);
}

VALUE wideResult(ITEM before, ITEM v, uint i)
{
    return (open_words >> i & 1u) != 0u ? combine(valueOf(before), valueOf(v)) : valueOf(v);
}

#part one segments
// Writes the scanned tile; before is the prefix of the subgroup.
void putTile(uint tile, uint end, uint n, ITEM before, ITEM v[ITEMS_PER_THREAD])
{
    bool wide = dst_at % 4u == 0u && end - tile >= TILE_SIZE;
    for (uint k = 0u; k < VECTORS; k++) {
        uvec4 w;
        for (uint c = 0u; c < 4u; c++) w[c] = TO_WORDS(wideResult(before, v[4u * k + c], 4u * k + c));
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
