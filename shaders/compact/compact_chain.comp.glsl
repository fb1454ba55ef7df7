// SPDX-License-Identifier: MIT
// Compacts one tile a workgroup, on from the tiles before it by look-back: compact_count and compact_move in one pass over
// the input. The last tile writes the arguments.
// Grid: at least one workgroup a tile, and one. Reads: what movedWord and classOf read, Count. Writes: Dst, Args, Fault.
// Both: Chain. CPU twin: the loop in compact_test.go.
#include "lib/item_sum.glsl"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/group_reduce.glsl"
#include <KEEP>
#include "compact/move_tile.glsl"
#include "lib/tiles.glsl"

layout(local_size_x = GROUP_SIZE) in;

// The votes of a whole tile, where the tile has not told them. One item at a time: it is rare, and an array more would
// take registers from where all tiles pass.
uint tileTotal(uint tile)
{
    uint end = min(tile * TILE_SIZE + TILE_SIZE, itemCount());
    uint sum = 0u;
    for (uint i = tile * TILE_SIZE + threadIndex(); i < end; i += GROUP_SIZE) sum += classOf(i) == 0u ? 1u : 0u;
    return groupReduce(sum);
}
#define IN_PLACE false
#include "lib/chain.glsl"
#include "lib/told_counts.glsl"
#include "lib/look_back.glsl"

void main()
{
    uint tile = takeTile();
    uint n = itemCount();
    if (tile == 0u && threadIndex() == 0u) checkCount();
    if (tile < max(tileCount(n), 1u)) {
        uint begin = tile * TILE_SIZE;
        uint voted = n > 0u ? voteTile(begin, n) : 0u;
        uint base[CLASSES];
        base[0] = joinTiles(tile, voted);
        if (n > 0u) moveTile(begin, n, voted, base);
        if (n - begin <= TILE_SIZE && threadIndex() == 0u) finish(n, base);
    }
}
