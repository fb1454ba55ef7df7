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

// Whether the place at w.slot lies in a cell of the current row: always true in a box.
bool gridHere(GridWalk w) { return true; }

// A box has few rows, and its ranges hold no other cells: a walk goes through its rows.
bool gridTakesAll(GridWalk w) { return false; }

#part hash
// A row of a walk in a hash: consecutive buckets, fewer than there are, which may wrap around to 0.
// They hold other cells too.
void gridRange(inout GridWalk w)
{
    uint first = gridKey(ivec3(w.low.x, w.row));
    uint last = first + uint(w.high.x - w.low.x) + 1u;
    w.slot = grid_starts[first];
    w.end = grid_starts[min(last, GRID_CELLS)];
    if (last > GRID_CELLS) w.rest = grid_starts[last - GRID_CELLS];
}

// Whether the place at w.slot lies in a cell of the current row, or of any row if the walk takes
// all places at once. A bucket also has places of other cells.
bool gridHere(GridWalk w)
{
    ivec3 cell = gridCell(uintBitsToFloat(grid_places[w.slot].xyz));
    bool in_row = w.takes_all ? cell.y >= w.low.y && cell.y <= w.high.y && cell.z >= w.low.z && cell.z <= w.high.z : cell.yz == w.row;
    return in_row && cell.x >= w.low.x && cell.x <= w.high.x;
}

// Whether a walk through all places, once, costs less than one through its rows: it has more cells
// than there are buckets, or more rows than there are places. Without a bound a hash has 2^62 rows.
bool gridTakesAll(GridWalk w)
{
    vec3 cells = vec3(uvec3(w.high) - uvec3(w.low)) + 1.0;
    float rows = cells.y * cells.z;
    return rows * cells.x >= float(GRID_CELLS) || rows >= float(gridCount());
}
