// SPDX-License-Identifier: MIT
// The look-back of a step in one pass: counts of each row for each tile (lib/look_back.glsl).
//
// A tile whose predecessors have not all published is deferred. The usual fallback would run the
// caller's update a second time. Instead records_chain writes the tile back where it was, with
// its bits, and lists it. All aggregates are there when that dispatch has ended, and
// records_deferred moves the tile.
//
// A set of Chain has the status words of each tile that the capacity allows, some numbers, the
// list of deferred tiles, and their bits. Those up to the list are zero when a call begins.
uint row_now;
#define LOOK_ROW row_now
#define IN_PLACE false
#include "lib/group.glsl#reduce"
#include "lib/look_back.glsl#tiles"
#include "lib/look_back.glsl#status"
#include "lib/look_back.glsl#counts"
#include "lib/look_back.glsl#look"

#define TILE_BIT_WORDS (TILE_SIZE / 32u)
uint numbersAt() { return chain_set + tileCount(capacity) * ROWS; }
uint ticketAt() { return numbersAt(); }  // how many tiles were taken
uint deferredCountAt() { return numbersAt() + 1u; }
uint lastPlacedAt() { return numbersAt() + 2u; }  // 1 if the last tile was placed; then the totals of all tiles
uint deferredAt() { return numbersAt() + 3u + ROWS; }
uint deferredBitsAt(uint tile) { return deferredAt() + tileCount(capacity) + tile * ROWS * TILE_BIT_WORDS; }

shared uint place_base[ROWS];
shared uint place_stuck;

// The number of items of each row in the tiles before. Returns whether all of them have published.
// Contains barriers.
bool placeTile(uint tile, uint found[ROWS], out uint base[ROWS])
{
    bool first = threadIndex() == 0u;
    if (first) place_stuck = 0u;
    for (uint r = 0u; r < ROWS; r++) {
        row_now = r;
        lookFurther(tile, found[r], false);
        if (first) {
            place_base[r] = look_after;
            place_stuck |= look_stuck;
        }
        sync();
    }
    for (uint r = 0u; r < ROWS; r++) base[r] = place_base[r];
    return place_stuck == 0u;
}
