// SPDX-License-Identifier: MIT
// A row of a walk: cells along x are one range of places.
void gridRange(inout GridWalk w)
{
    uint first = gridKey(ivec3(w.low.x, w.row));
    w.slot = grid_starts[first];
    w.end = grid_starts[first + uint(w.high.x - w.low.x) + 1u];
}

// Whether the place at w.slot lies in a cell of this row: all of a box's do.
bool gridHere(GridWalk w) { return true; }
