// SPDX-License-Identifier: MIT
// Records that an invocation moves alone: a tile of them, and the word that the invocation holds
// for each record between the vote and the move (HOLD).

#part rows split ends unique decided
// The tile. A subgroup has a run of it, row by row, so that its lanes read neighbours and write the
// kept ones as neighbours. Only the subgroups' sums are in shared memory.
#include "lib/group.glsl#scan"
#include <ARGS>

#include <DST>
#part rows split ends
#include <HOLD>

#part rows split ends unique decided
#include "compact/rows.glsl#begin"

#part rows split ends
bool isKept(uint i) { return hold(i) != 0u; }
bool isHeld(uint held, LaneMask kept) { return held != 0u; }

// Counts the held records of a tile. kept has the lanes that keep their record, total the number
// kept in the tile. Returns the place in the tile of the first record that this subgroup keeps.
uint countRows(uint held[ITEMS_PER_THREAD], out LaneMask kept[ITEMS_PER_THREAD], out uint total)
{
    uint sum = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        kept[k] = laneBallot(held[k] != 0u);
        sum += maskCount(kept[k]);
    }
    return subgroupsBefore(sum, total);
}

// Holds the records of the tile that begins at record tile, 0 for a record that is not kept, and
// counts them.
uint holdRows(uint tile, uint n, out uint held[ITEMS_PER_THREAD], out LaneMask kept[ITEMS_PER_THREAD], out uint total)
{
    holdTile(tile, rowsBegin(tile), n, held);
    return countRows(held, kept, total);
}

#part unique
// Records of one word, of which the first of each run of equal ones is kept. Their words are held,
// and a lane gets the record before from its neighbour, so each is loaded once.
#include "lib/lanes.glsl#shuffle"
#include "compact/rows.glsl#hold_word"

bool isKept(uint i) { return i == 0u || hold(i) != hold(i - 1u); }
bool isHeld(uint held, LaneMask kept) { return (kept & laneBit()) != NO_LANES; }

// The same, of words that may be 0. Past the end the last is read again: with the
// branches of the part hold_word, 2^24 words take an H200 74 us in a row instead of 35.
uint holdRows(uint tile, uint n, out uint held[ITEMS_PER_THREAD], out LaneMask kept[ITEMS_PER_THREAD], out uint total)
{
    uint first = rowsBegin(tile);
    uint last = max(n, 1u) - 1u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = hold(min(first + k * LANE_COUNT, last));
    uint before = hold(min(max(first - laneIndex(), 1u) - 1u, last));  // the record before the rows
    uint sum = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = first + k * LANE_COUNT;
        // A turn by one lane. The first lane gets the last one's, which the next row needs.
        uint turned = laneValue(held[k], (laneIndex() + LANE_COUNT - 1u) % LANE_COUNT);
        bool starts = held[k] != (laneIndex() == 0u ? before : turned) || i == 0u;
        before = turned;
        kept[k] = laneBallot(starts && i < n);
        sum += maskCount(kept[k]);
    }
    return subgroupsBefore(sum, total);
}

#part decided
// Records of one word of a built-in type. The caller's predicate gets the value. The word is held
// beside the decision, so each is loaded once. 2^24 words took an H200 42 us, and 51 when the
// predicate and the move each loaded them.
#include <KEEP>
#include "compact/rows.glsl#hold_word"

bool isKept(uint i) { return keepsWord(hold(i)); }
bool isHeld(uint held, LaneMask kept) { return (kept & laneBit()) != NO_LANES; }

// The same. Past the end the last record is read again, as in the part hold_tile.
uint holdRows(uint tile, uint n, out uint held[ITEMS_PER_THREAD], out LaneMask kept[ITEMS_PER_THREAD], out uint total)
{
    uint first = rowsBegin(tile);
    uint last = max(n, 1u) - 1u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = hold(min(first + k * LANE_COUNT, last));
    uint sum = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        kept[k] = laneBallot(keepsWord(held[k]) && first + k * LANE_COUNT < n);
        sum += maskCount(kept[k]);
    }
    return subgroupsBefore(sum, total);
}

#part rows unique decided
// Writes the held records from at on.
void putRows(uint tile, uint at, uint held[ITEMS_PER_THREAD], LaneMask kept[ITEMS_PER_THREAD])
{
    uint end = CLAMPED != 0 ? room : 0xFFFFFFFFu;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint to = at + maskCount(kept[k] & lanesBelow());
        if (isHeld(held[k], kept[k])) {
            if (CLAMPED == 0 || to < end) putHeld(to, rowsBegin(tile) + k * LANE_COUNT, held[k]);
        }
        at += maskCount(kept[k]);
    }
}

#part begin
// The first record of an invocation in a tile; the others follow every LANE_COUNT records.
uint rowsBegin(uint tile) { return tile + subgroupIndex() * ITEMS_PER_THREAD * LANE_COUNT + laneIndex(); }

#part classes
// The move of a partition into two classes. Of the records before record i, before are kept, so
// i - before of them are not. The latter follow all kept records, of which there are rest.
void putClasses(uint tile, uint n, uint at, uint rest, uint held[ITEMS_PER_THREAD], LaneMask kept[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = rowsBegin(tile) + k * LANE_COUNT;
        uint before = at + maskCount(kept[k] & lanesBelow());
        if (i < n) putHeld(held[k] != 0u ? before : rest + i - before, i, held[k]);
        at += maskCount(kept[k]);
    }
}

#part ends
// The others go to Dst too, from the end of the records back.
void putOther(uint to, uint i, uint held) { putHeld(itemCount() - 1u - to, i, held); }

#part split ends
// Writes all records of the tile, the kept ones from at on, the others by putOther.
void putRows(uint tile, uint at, uint held[ITEMS_PER_THREAD], LaneMask kept[ITEMS_PER_THREAD])
{
    uint n = itemCount();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = rowsBegin(tile) + k * LANE_COUNT;
        LaneMask keeps = laneBallot(held[k] != 0u);  // not kept[k], which would occupy a register until here
        uint before = at + maskCount(keeps & lanesBelow());
        if (held[k] != 0u) putHeld(before, i, held[k]);
        else if (i < n) putOther(i - before, i, held[k]);
        at += maskCount(keeps);
    }
}

#part classes
// Writes the arguments and the counts of both classes.
void finishClasses(uint kept, uint n)
{
    writeFound(kept);
    class_counts[1] = n - kept;
}

#part hold_item hold_item_split
// Records of any kind. The word says only whether the record is kept; the record is read when its
// place is known.
#include <KEEP>
#include <SINK>

uint hold(uint i) { return classOf(i) == 0u ? 1u : 0u; }
void putHeld(uint to, uint i, uint held) { putItem(to, i); }
#part hold_item_split
void putOther(uint to, uint i, uint held) { putItem(OTHERS + to, i); }
#part hold_item hold_item_split
#include "compact/rows.glsl#hold_tile"

#part hold_word hold_word_split
// Records of one word that are kept when it is not 0: the word is held until its place is known. In
// a partition the others are 0 too.
#part hold_word
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint src_at;

#part hold_word_split
#include "compact/sink.glsl#records_split"

#part hold_word hold_word_split
uint hold(uint i) { return src[src_at + i]; }
#part hold_word
void putHeld(uint to, uint i, uint held) { dst[dst_at + to] = held; }
#part hold_word_split
void putHeld(uint to, uint i, uint held)
{
    if (ROOMS == 0 || to < room) dst[dst_at + to] = held;
}
void putOther(uint to, uint i, uint held)
{
    if (ROOMS == 0 || to < others_room) others[others_at + to] = held;
}
#part hold_word hold_word_split

// Loads the words of a tile. A whole tile needs no test for the end of the records.
void holdTile(uint begin, uint first, uint n, out uint held[ITEMS_PER_THREAD])
{
    if (n - begin >= TILE_SIZE) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = hold(first + k * LANE_COUNT);
    } else {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            held[k] = 0u;
            if (first + k * LANE_COUNT < n) held[k] = hold(first + k * LANE_COUNT);
        }
    }
}

#part hold_keyed
// Records of any kind with keys. The word is the key plus 1, so that the predicate runs once for a
// record.
#include "compact/rows.glsl#held_key"
#include "compact/rows.glsl#hold_tile"

#part hold_fetched
// The part hold_keyed for a predicate with a fetch. All loads of an invocation's records are in
// flight together; none waits for the decision about the record before.
#include "compact/rows.glsl#held_key"

void holdTile(uint begin, uint first, uint n, out uint held[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = 0u;
    if (n == 0u) return;
    FETCH f[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) f[k] = fetchOf(min(first + k * LANE_COUNT, n - 1u));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint key = 0u;
        bool kept = keepFetched(f[k], key) && first + k * LANE_COUNT < n;
        held[k] = kept ? keyWord(key) : 0u;
    }
}

#part held_key
// The word that is held for a record with a key: the key plus 1, or 0 for a record that is not
// kept. putHeld writes both record and key.
#include <KEEP>
#include <SINK>
#include "compact/sink.glsl#key"

uint hold(uint i) { return keyedOf(i); }
void putHeld(uint to, uint i, uint held)
{
    putItem(to, i);
    putKey(to, held);
}

#part hold_tile
// Holds a tile by one loop: a caller's predicate may be large, and unrolling would repeat it
// ITEMS_PER_THREAD times. Past the end the last record is read again, as a branch would split the
// loads (compact/tile.glsl#plain).
void holdTile(uint begin, uint first, uint n, out uint held[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = 0u;
    if (n == 0u) return;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = first + k * LANE_COUNT;
        uint one = hold(min(i, n - 1u));
        held[k] = i < n ? one : 0u;
    }
}
