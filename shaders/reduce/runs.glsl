// SPDX-License-Identifier: MIT
// A tile of a reduction by keys, of keys and values of one word (slot TILE). An invocation has
// neighbouring items. At each head it stages the key, and the result of the run that ends there.
// Then neighbours write neighbours. scan/tile.glsl#runs is the same for other keys and values.
#include <SOURCE>
#include <FINISH>
#include "lib/source.glsl#words_own"
layout(std430, binding = BIND_HEADS) readonly buffer Heads4 { uvec4 heads4[]; };
#include "lib/runs.glsl"

uint keys[ITEMS_PER_THREAD];
uvec4 values[VECTORS];
uint head_bits;  // a bit for each item that is a head
ITEM ahead;      // what the tile has before the invocation's items
ITEM whole;      // the tile's aggregate

// STAGED heads at a time: shared memory for more would leave room for fewer workgroups.
shared uint staged_keys[STAGED];
shared VALUE staged[STAGED];

// Loads the invocation's items. Past the end the last key is read again, so no head is there.
void loadItems(uint tile, uint end)
{
    tileWords(tile, end, isWide(tile, end), values);
    if (heads_at % 4u == 0u && end - tile >= TILE_SIZE) {
        for (uint k = 0u; k < VECTORS; k++) {
            uvec4 four = heads4[(heads_at + tile + wideAt(k)) / 4u];
            for (uint c = 0u; c < 4u; c++) keys[4u * k + c] = four[c];
        }
    } else {
        for (uint i = 0u; i < ITEMS_PER_THREAD; i++) keys[i] = heads[heads_at + min(tile + wideAt(0u) + i, end - 1u)];
    }
    // The key before comes from the lane before, and of lane 0 from memory: others read what is in
    // the cache.
    uint first = tile + wideAt(0u);
    uint edge = heads[heads_at + min(max(first - laneIndex() * ITEMS_PER_THREAD, 1u), end) - 1u];
    uint before = subgroupShuffle(keys[ITEMS_PER_THREAD - 1u], max(laneIndex(), 1u) - 1u);
    if (laneIndex() == 0u) before = edge;
    head_bits = first == 0u ? 1u : 0u;
    for (uint i = 0u; i < ITEMS_PER_THREAD; i++) {
        if (keys[i] != before) head_bits |= 1u << i;
        before = keys[i];
    }
}

ITEM itemHere(uint i) { return itemOf(FROM_WORDS(values[i / 4u][i % 4u]), (head_bits >> i & 1u) != 0u); }

// Stages the tile's heads from one on.
void stageHeads(uint from)
{
    ITEM before = ahead;
    for (uint i = 0u; i < ITEMS_PER_THREAD; i++) {
        ITEM item = itemHere(i);
        uint at = headOf(before) - from;
        if (headOf(item) != 0u && at < STAGED) {
            staged_keys[at] = keys[i];
            staged[at] = valueOf(before);
        }
        before = combine(before, item);
    }
}

void stageTile() { stageHeads(0u); }

// v is not used: what the items have before them is combined once more for stageHeads, as an array
// takes registers. The prefix of the tile alone is returned.
ITEM tileItems(uint tile, uint end, out ITEM v[ITEMS_PER_THREAD], out ITEM total)
{
    loadItems(tile, end);
    ITEM sum = ITEM_IDENTITY;
    if (end - tile >= TILE_SIZE) {
        for (uint i = 0u; i < ITEMS_PER_THREAD; i++) sum = combine(sum, itemHere(i));
    } else {
        for (uint i = 0u; i < ITEMS_PER_THREAD; i++) {
            if (tile + wideAt(0u) + i < end) sum = combine(sum, itemHere(i));
        }
    }
    ahead = groupExclusive(sum, total);
    whole = total;
    return ITEM_IDENTITY;
}

// Writes the keys of the tile's heads and the results of the runs that end there; before is what is
// before the tile. The first heads are staged, and barriers of the look-back lie between. If there
// are more, the items are loaded again: in registers they would leave room for fewer workgroups.
void putTile(uint tile, uint end, uint n, ITEM before, ITEM v[ITEMS_PER_THREAD])
{
    for (uint from = 0u; from < headOf(whole); from += STAGED) {
        if (from > 0u) {
            sync();
            loadItems(tile, end);
            stageHeads(from);
            sync();
        }
        for (uint i = threadIndex(); i < min(headOf(whole) - from, STAGED); i += GROUP_SIZE) {
            uint at = headOf(before) + from + i;
            run_keys[run_keys_at + at] = staged_keys[i];
            VALUE run = staged[i];
            if (from + i == 0u) run = combine(valueOf(before), run);
            if (at > 0u) putResult(at - 1u, run, 0u);
        }
    }
    if (end - tile <= TILE_SIZE && threadIndex() == 0u) {
        ITEM all = combine(before, whole);
        putResult(headOf(all) - 1u, valueOf(all), 0u);
        putRunCount(headOf(all));
    }
}
