// SPDX-License-Identifier: MIT
// Compacts one tile a workgroup, to the place that look-back returns: compact_count and
// compact_move in one pass over the input. The last tile writes the arguments.
// Grid: one workgroup a tile, and at least one. Reads: what movedWord and classOf read, Count.
// Writes: Dst, Args, Fault. Both: Chain.
// CPU twin: the loop in compact_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/group.glsl#reduce"
#include <KEEP>
#include <MOVE>
#include "lib/look_back.glsl#tiles"

layout(local_size_x = GROUP_SIZE) in;

bool isKept(uint i) { return classOf(i) == 0u; }
#include "compact/look_back.glsl"

void main()
{
    uint tile = takeTile();
    uint n = itemCount();
    if (tile == 0u && threadIndex() == 0u) checkCount();
    if (tile < max(tileCount(n), 1u)) {
        uint begin = tile * TILE_SIZE;
        uint voted = n > 0u ? voteTile(begin, n) : 0u;
        uint base[CLASSES];
        base[0] = lookBack(tile, voted);
        if (n > 0u) moveTile(begin, n, voted, base);
        if (n - begin <= TILE_SIZE && threadIndex() == 0u) finish(n, base);
    }
}
