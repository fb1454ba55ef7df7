// SPDX-License-Identifier: MIT
// Set operations of two sorted arrays with equal items. In a run of equal items, item r of A and
// item r of B are partners, if both exist. An operation keeps items of A and of B with a partner,
// without one, or both. Partners are those of the balanced path (Baxter 2013); ranks in a run come
// from a search for its begin.
#pragma optionNV(unroll all)
#include "merge/arrays.glsl"
#include "merge/path.glsl#load"
uniform uint keep_a;  // bit 0: items of A without a partner; bit 1: those with one
uniform uint keep_b;

uvec2 near_begin;  // where the tile's items begin in A and in B
uvec2 near_items;  // how many there are

// Item i of A or B: from the tile if it is there.
KEY nearItem(bool of_a, uint i)
{
    uint place = i - (of_a ? near_begin.x : near_begin.y);
    if (place < (of_a ? near_items.x : near_items.y)) return tileKey(place + (of_a ? 0u : near_items.x));
    return itemOf(of_a, i);
}

// The first item of A or B that is not before key, among the first `end`, none of which is after
// key. The search widens backwards, since most runs of equal items are short.
uint runBegin(bool of_a, uint end, KEY key)
{
    uint low = 0u;
    uint high = end;
    for (uint width = 1u; high > 0u; width *= 2u) {
        uint i = high - min(width, high);
        if (before(nearItem(of_a, i), key)) {
            low = i + 1u;
            break;
        }
        high = i;
    }
    while (low < high) {
        uint i = (low + high) / 2u;
        if (before(nearItem(of_a, i), key)) low = i + 1u;
        else high = i;
    }
    return high;
}

// An invocation's items of outputs d.x to d.y - 1 of the merge, and a bit for each that is kept.
// Contains barriers, the first of which comes before it writes shared memory.
uint setItems(uvec2 d, uint na, uint nb, uint tile, out KEY v[ITEMS_PER_THREAD])
{
    uvec2 part = loadPath(d, na, nb, tile);
    uint items = d.y - d.x;
    near_begin = uvec2(part.x, d.x - part.x);
    near_items = uvec2(part.y, items - part.y);
    uint own = min(threadIndex() * ITEMS_PER_THREAD, items);
    // Places in the tile of the next item of A and of B, and what leads from them to indices.
    uint a = splitInTile(0u, near_items.x, near_items.x, near_items.y, own);
    uint b = near_items.x + own - a;
    uint from_b = near_begin.y - near_items.x;
    KEY x = tileKey(a);
    KEY y = tileKey(b);
    KEY last = x;
    uvec2 run = uvec2(0u);  // where the items that are equal to the last one begin in A and in B
    uint kept = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        bool y_first = before(y, x);  // as in mergeInTile
        bool is_a = a < near_items.x && (b >= items || !y_first);
        uint i = a + near_begin.x;
        uint j = b + from_b;
        KEY key = y;  // not v[k] in a branch, which Mesa's softpipe loses
        if (is_a) key = x;
        v[k] = key;
        if (k == 0u) {
            if (own < items) run = uvec2(runBegin(true, i, key), runBegin(false, j, key));
        } else if (before(last, key)) {
            run = uvec2(i, j);
        }
        bool partner = j - run.y < i - run.x;  // of an item of B: those of A are all before it
        if (is_a) {
            uint other = run.y + (i - run.x);
            KEY there = tileKey(min(other - from_b, items));
            if (other - from_b >= items && other < nb) there = itemOf(false, other);
            partner = other < nb && !before(key, there);
        }
        if (own + k < items) kept |= ((is_a ? keep_a : keep_b) >> (partner ? 1u : 0u) & 1u) << k;
        KEY next = tileKey((is_a ? a : b) + 1u);
        if (is_a) x = next; else y = next;
        if (is_a) a++; else b++;
        last = key;
    }
    return kept;
}
