// SPDX-License-Identifier: MIT
// Scans one tile a workgroup, from the prefix that look-back returns: scan_chunk in one pass over
// the input. The operator must be exact, because the order in which tiles are combined depends on
// the run. dst may be src: a tile publishes its aggregate before it writes.
#include <OPERATOR>
#include <ITEM>
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/group.glsl#scan"
#include "lib/group.glsl#reduce"
#include <HEADS>
#include <TILE>
#include "lib/look_back.glsl#tiles"

layout(local_size_x = GROUP_SIZE) in;

// True once tileBegin was called for another tile than the workgroup's.
bool other_heads = false;

// The aggregate of a whole tile, for the fallback. One item at a time: the fallback is rare, and an
// array would take registers from the common path.
ITEM tileAggregate(uint tile)
{
    uint begin = tile * TILE_SIZE;
    other_heads = true;
    tileBegin(begin, begin + TILE_SIZE);
    uint at = threadIndex() * ITEMS_PER_THREAD;
    uint end = min(at + ITEMS_PER_THREAD, itemCount() - begin);
    ITEM sum = ITEM_IDENTITY;
    for (; at < end; at++) sum = combine(sum, itemOf(valueAt(begin + at), isHead(begin, at)));
    return groupTotal(sum);
}
uniform uint in_place;
#define IN_PLACE (in_place != 0u)
#include "lib/look_back.glsl#status"
#include "lib/look_back.glsl#items"
#include "lib/look_back.glsl#look_back"

#part plain
// A scan of items or of segments.
// Grid: at least one workgroup a tile. Reads: Src, Count, Heads. Writes: Dst. Both: Chain.
// CPU twin: the loop in scan_test.go.
void main()
{
    uint tile = takeTile();
    uint n = itemCount();
    if (tile == 0u && threadIndex() == 0u) {
        checkCount();
        checkHeads();
    }
    if (tile < tileCount(n)) {
        uint begin = tile * TILE_SIZE;
        ITEM v[ITEMS_PER_THREAD];
        ITEM total;
        ITEM before = tileItems(begin, n, v, total);
        ITEM carry = lookBack(tile, total);
        putTile(begin, n, n, combine(carry, before), v);
    }
}

#part ends
// A scan that begins with the item Start, and writes the result of all items to Total.
// Grid: at least one workgroup a tile, and one for no items. Reads: Src, Count, Start. Writes: Dst,
// Total. Both: Chain.
// CPU twin: the loop in ends_test.go.
void main()
{
    uint tile = takeTile();
    uint n = itemCount();
    if (tile == 0u && threadIndex() == 0u) {
        checkCount();
        checkHeads();
    }
    if (tile < tileCount(n)) {
        uint begin = tile * TILE_SIZE;
        ITEM v[ITEMS_PER_THREAD];
        ITEM total;
        ITEM before = tileItems(begin, n, v, total);
        ITEM carry = combine(itemOf(startValue(), false), lookBack(tile, total));
        putTile(begin, n, n, combine(carry, before), v);
        if (tile + 1u == tileCount(n) && threadIndex() == 0u) putTotal(valueOf(combine(carry, total)));
    } else if (tile == 0u && threadIndex() == 0u) {
        putTotal(startValue());
    }
}

#part results
// A reduction of each segment or run: the slot TILE writes one result each. It may stage what it
// writes between the publication of the aggregate and the look-back.
// Grid: at least one workgroup a tile; more share the empty segments. Reads: Src, Count, Heads.
// Writes: Dst, and of runs RunKeys and RunCount. Both: Chain.
// CPU twin: the loops of checkSegments and tryByKey in package reduce.
void main()
{
    uint tile = takeTile();
    uint n = itemCount();
    if (tile == 0u && threadIndex() == 0u) {
        checkCount();
        checkHeads();
    }
    sinkBegin(tile);
    if (tile < tileCount(n)) {
        uint begin = tile * TILE_SIZE;
        ITEM v[ITEMS_PER_THREAD];
        ITEM total;
        ITEM before = tileItems(begin, n, v, total);
        publishAggregate(tile, total);
        stageTile();
        ITEM carry = prefixBefore(tile, total);
        if (other_heads) tileBegin(begin, n);
        putTile(begin, n, n, combine(carry, before), v);
    }
}
