// SPDX-License-Identifier: MIT
// Walks the places around a place. In a kernel with the text of Grid.GLSL,
//     forNeighbours(w, place, radius) sum += w.apart;
// runs once for each place at most radius away, including one at the place itself. It sets w.slot,
// w.index, w.apart and w.distance2. forCells runs for all places of the cells that radius reaches,
// and sets w.slot alone. The order is always the same. continue goes on to the next neighbour;
// break ends the walk. gridStop(w) ends it after the statement. The time grows with the records of
// the visited cells, and with the (2 * radius / cell)^2 rows of cells, empty ones included. In a
// hash it is at most that of all records.

bool gridIsNumber(float x) { return (floatBitsToUint(x) & 0x7F800000u) != 0x7F800000u; }

GridWalk gridWalk(vec3 place, float radius)
{
    GridWalk w;
    if (GRID_FLAT) place.z = 0.0;
    w.from = place;
    w.reach2 = radius * radius;
    w.slot = w.end = w.rest = w.index = 0u;
    w.apart = vec3(0.0);
    w.distance2 = 0.0;
    // A little more than radius, so that rounding in gridCell loses no place that the comparison of
    // squares keeps.
    vec3 reach = vec3(radius * 1.0000010) + abs(place) * 2.4e-7;
    w.low = gridCell(place - reach);
    w.high = gridCell(place + reach);
    w.row = ivec2(w.low.y - 1, w.low.z);
    // A NaN or an infinity has no neighbours: a walk that starts with a NaN would not end.
    bool valid = gridIsNumber(place.x) && gridIsNumber(place.y) && gridIsNumber(place.z) && radius >= 0.0 && gridIsNumber(radius);
    w.takes_all = valid && gridTakesAll(w);
    if (w.takes_all) {
        w.rest = gridCount();
        w.row = w.high.yz;
    }
    if (!valid) w.row.y = w.high.z + 1;
    return w;
}

// Goes to the next range. The loop over the range before ends below w.end only if the statement
// left it by break, which ends the walk.
bool gridRow(inout GridWalk w)
{
    if (w.slot < w.end) return false;
    if (w.rest > 0u) {
        w.slot = 0u;
        w.end = w.rest;
        w.rest = 0u;
        return true;
    }
    if (w.row.y > w.high.z) return false;
    w.row.x++;
    if (w.row.x > w.high.y) {
        w.row = ivec2(w.low.y, w.row.y + 1);
        if (w.row.y > w.high.z) return false;
    }
    gridRange(w);
    return true;
}

bool gridNear(inout GridWalk w)
{
    uvec4 place = grid_places[w.slot];
    w.index = place.w;
    w.apart = uintBitsToFloat(place.xyz) - w.from;
    w.distance2 = dot(w.apart, w.apart);
    return w.distance2 <= w.reach2 && gridHere(w);
}

void gridStop(inout GridWalk w)
{
    w.slot = w.end;
    w.rest = 0u;
    w.row.y = w.high.z + 1;
}

#define forNeighbours(w, place, radius) for (GridWalk w = gridWalk(place, radius); gridRow(w);) for (; w.slot < w.end; w.slot++) if (gridNear(w))
#define forCells(w, place, radius) for (GridWalk w = gridWalk(place, radius); gridRow(w);) for (; w.slot < w.end; w.slot++) if (gridHere(w))

bool gridIsNaN(float x) { return (floatBitsToUint(x) & 0x7FFFFFFFu) > 0x7F800000u; }

// The sort key that puts records into the order of the grid: GRID_CELLS for a place with a NaN. It
// tests each coordinate, because the sum of two infinities may be a NaN.
uint gridKeyOf(vec3 place)
{
    if (GRID_FLAT) place.z = 0.0;
    bool none = gridIsNaN(place.x) || gridIsNaN(place.y) || gridIsNaN(place.z);
    return none ? GRID_CELLS : gridKey(gridCell(place));
}
