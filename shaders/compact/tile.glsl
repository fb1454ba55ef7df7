// SPDX-License-Identifier: MIT
// A tile of records: the classes of its items, and the move.

#part plain
// The classes of an invocation's items of a tile; VOTES past the end. All items are loaded before
// one is examined, so that ITEMS_PER_THREAD loads are in flight (2^24 words on an H200: 66 us, one
// after the other 107). Past the end the last item is read again: a branch would split the loads.
uint tileItem(uint tile, uint end, uint k) { return min(tile + k * GROUP_SIZE + threadIndex(), end - 1u); }

void tileClasses(uint tile, uint end, out uint c[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) c[k] = classOf(tileItem(tile, end, k));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (k * GROUP_SIZE + threadIndex() >= end - tile) c[k] = VOTES;
    }
}

#part keyed
// tileClasses as in the part plain, but it holds the results of keyedOf until the places are known,
// so that the predicate runs once for a record. Also, Mesa 26's lavapipe crashes if a predicate
// with loops stands where records are moved and no lane reaches its loops.
uint held[ITEMS_PER_THREAD];

uint tileItem(uint tile, uint end, uint k) { return min(tile + k * GROUP_SIZE + threadIndex(), end - 1u); }

void tileClasses(uint tile, uint end, out uint c[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = keyedOf(tileItem(tile, end, k));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        c[k] = held[k] == 0u || k * GROUP_SIZE + threadIndex() >= end - tile ? VOTES : 0u;
    }
}

#part move split ends
// Votes on the tile and moves it. MOVED_WORDS words of a record are moved; ALSO is written beside
// it. The part split has two destinations: the kept records go to Dst, the others to Others. With
// the part ends the others go to Dst too, from the end of the records back.
#include "lib/group.glsl#scan"
#include "lib/lanes.glsl#vote"
#include "lib/rolled.glsl"
#include <TILE>
#include <ARGS>

#include <DST>

shared uint staged[TILE_SIZE];  // indices in the tile, class after class
shared uint vote_base[VOTE_ROUNDS * SUBGROUP_COUNT];
#include <SINK>

// The number of votes before each round and subgroup, for at most GROUP_SIZE of them at a time. The
// rounds of a class follow those of the class before, so this is also the place in staged.
uint scanVotes()
{
    uint sum = 0u;
    for (uint first = 0u; first < VOTE_ROUNDS * SUBGROUP_COUNT; first += GROUP_SIZE) {
        uint i = first + threadIndex();
        uint total;
        uint v = i < VOTE_ROUNDS * SUBGROUP_COUNT ? maskCount(votes[i]) : 0u;
        uint before = sum + groupExclusive(v, total);
        if (i < VOTE_ROUNDS * SUBGROUP_COUNT) vote_base[i] = before;
        sum += total;
    }
    return sum;
}

// Votes on the tile's records and returns the number of votes.
uint voteTile(uint tile, uint end)
{
    votesClear();
    uint c[ITEMS_PER_THREAD];
    tileClasses(tile, end, c);
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        for (uint v = 0u; v < VOTES; v++) vote(v * ITEMS_PER_THREAD + k, c[k] == v);
    }
    sync();
    uint voted = scanVotes();
    sync();
    return voted;
}

// Used when the input is one tile: it holds all classes, and no kernel has counted.
bool isAlone() { return CLASSES > 1u && count_max <= TILE_SIZE; }

#part move
// The destination of a place in staged.
uint placeOf(uint at, uint base[CLASSES], uint begin[CLASSES + 1u])
{
    uint to = base[0];
    for (uint c = 1u; c < CLASSES; c++) to = at < begin[c] ? to : base[c] - begin[c];
    return to + at;
}

#include <ALSO>
#part split
uint others_begin;  // the place in Others of the tile's first record that is not kept

// The destination of a place in staged.
uint placeOf(uint at, uint base[CLASSES], uint begin[CLASSES + 1u])
{
    return at < begin[1] ? base[0] + at : OTHERS + others_begin + at - begin[1];
}

#part ends
uint others_begin;  // how many records before the tile are not kept

uint placeOf(uint at, uint base[CLASSES], uint begin[CLASSES + 1u])
{
    return at < begin[1] ? base[0] + at : itemCount() - 1u - (others_begin + at - begin[1]);
}

#part move split ends
#include <STAGED>

#part move
// Moves the records with votes to base, which has a place for each class, and advances base.
void moveTile(uint tile, uint end, uint voted, inout uint base[CLASSES])
{
    uint t = threadIndex();
    // Where each class begins in staged, and the end of the moved records.
    uint begin[CLASSES + 1u];
    begin[0] = 0u;
    for (uint v = 1u; v < VOTES; v++) begin[v] = vote_base[v * ITEMS_PER_THREAD * SUBGROUP_COUNT];
    begin[VOTES] = voted;
    if (CLASSES > 1u) begin[CLASSES] = min(end - tile, TILE_SIZE);
    for (uint v = 1u; v < CLASSES; v++) base[v] = isAlone() ? begin[v] : base[v];
    uint items = begin[CLASSES];
    if (CLAMPED != 0) items = min(items, room - min(base[0], room));

    // Small records go straight to their place. Larger ones go through staged, so that neighbours
    // write neighbours.
    for (uint k = 0u; k < ROLLED(ITEMS_PER_THREAD); k++) {
        uint i = k * GROUP_SIZE + t;
        bool moves = false;
        uint place = 0u;
        uint before = 0u;  // records of the classes with votes
        for (uint v = 0u; v < VOTES; v++) {
            uint at = (v * ITEMS_PER_THREAD + k) * SUBGROUP_COUNT + subgroupIndex();
            LaneMask m = votes[at];  // not c[k], which would occupy a register until here
            uint rank = vote_base[at] + maskCount(m & lanesBelow());
            before += rank - begin[v];
            if ((m & laneBit()) != NO_LANES) {
                place = rank;
                moves = true;
            }
        }
        if (CLASSES > 1u && !moves) {
            place = voted + i - before;
            moves = i < end - tile;
        }
        if (DIRECT == 0 && moves) staged[place] = i;
        if (moves && (CLAMPED == 0 || place < items)) {
            uint to = placeOf(place, base, begin);
            if (DIRECT != 0) putItem(to, tile + i);
            putAlso(to, tile + i, k);
        }
    }
    if (DIRECT == 0) {
        sync();
        moveStaged(tile, items, base, begin);
        moveAlso(base[0], tile, items);
    }
    for (uint v = 0u; v < CLASSES; v++) base[v] += begin[v + 1u] - begin[v];
}

// Writes the arguments, and what follows the last record.
void finish(uint n, uint base[CLASSES])
{
    uint kept = writeFound(base[0]);
    for (uint v = 1u; v < CLASSES; v++) class_counts[v] = base[v] - base[v - 1u];
    moveEnd(kept, n);
}

#part split ends
// Moves the kept records to base[0] and what follows, and advances it. Before the tile, base[0]
// records are kept, so tile - base[0] are not.
void moveTile(uint tile, uint end, uint voted, inout uint base[CLASSES])
{
    uint t = threadIndex();
    uint items = min(end - tile, TILE_SIZE);
    uint begin[CLASSES + 1u];
    begin[0] = 0u;
    begin[1] = voted;
    others_begin = tile - base[0];

    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + t;
        uint at = k * SUBGROUP_COUNT + subgroupIndex();
        LaneMask m = votes[at];
        uint before = vote_base[at] + maskCount(m & lanesBelow());
        uint place = (m & laneBit()) != NO_LANES ? before : voted + i - before;
        if (i < items) {
            if (DIRECT != 0) putItem(placeOf(place, base, begin), tile + i);
            else staged[place] = i;
        }
    }
    if (DIRECT == 0) {
        sync();
        moveStaged(tile, items, base, begin);
    }
    base[0] += voted;
}

// Writes the arguments and both counts.
void finish(uint n, uint base[CLASSES]) { writeFound(base[0]); }
