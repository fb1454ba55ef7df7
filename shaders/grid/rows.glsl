// SPDX-License-Identifier: MIT
// The rows of cells that a walk goes through.

#part box
// A row of a walk in a box: the cells along x are one range of places.
void gridRange(inout GridWalk w)
{
    uint first = gridKey(ivec3(w.low.x, w.row));
    w.slot = grid_starts[first];
    w.end = grid_starts[first + uint(w.high.x - w.low.x) + 1u];
}

// Whether the place at w.slot lies in a cell of this row: always true in a box.
bool gridHere(GridWalk w) { return true; }

#part hash
// A row of a walk in a hash: consecutive buckets, which may wrap around to 0. They hold other cells
// too.
void gridRange(inout GridWalk w)
{
    uint first = gridKey(ivec3(w.low.x, w.row));
    uint wide = uint(w.high.x) - uint(w.low.x) + 1u;
    uint last = first + wide;
    w.slot = 0u;
    w.end = grid_starts[GRID_CELLS];
    if (wide >= GRID_CELLS) return;  // all buckets, once
    w.slot = grid_starts[first];
    if (last <= GRID_CELLS) w.end = grid_starts[last];
    else w.rest = grid_starts[last - GRID_CELLS];
}

// Whether the place at w.slot lies in a cell of this row. A bucket also has places of other cells.
bool gridHere(GridWalk w)
{
    ivec3 cell = gridCell(uintBitsToFloat(grid_places[w.slot].xyz));
    return cell.y == w.row.x && cell.z == w.row.y && cell.x >= w.low.x && cell.x <= w.high.x;
}
