// SPDX-License-Identifier: MIT
// The cells of a neighbour search: a box of them, or a hash of all space.

#part box
// Cells of a box, row by row along x. A place outside counts as in the nearest cell. Both steps are
// monotone, so a range of places is a range of cells there too.
ivec3 gridCell(vec3 place)
{
    precise vec3 at = (place - GRID_MIN) * GRID_PER_UNIT;
    ivec3 cell = ivec3(clamp(floor(at), vec3(0.0), vec3(GRID_LAST)));
    if (GRID_FLAT) cell.z = 0;
    return cell;
}

uint gridKey(ivec3 cell) { return uint((cell.z * (GRID_LAST.y + 1) + cell.y) * (GRID_LAST.x + 1) + cell.x); }

bool gridOutside(vec3 place)
{
    bvec3 out_of = bvec3(any(lessThan(place.xy, GRID_MIN.xy)) || any(greaterThan(place.xy, GRID_MAX.xy)), place.z < GRID_MIN.z, place.z > GRID_MAX.z);
    return GRID_FLAT ? out_of.x : any(out_of);
}

#part hash
// Cells without bounds, in GRID_CELLS buckets. y and z select the first bucket of a row, and the
// row's cells along x take consecutive buckets. Coordinates end at 2^30: a place beyond counts as
// in the last cell.
ivec3 gridCell(vec3 place)
{
    precise vec3 at = place * GRID_PER_UNIT;
    ivec3 cell = ivec3(clamp(floor(at), vec3(-1073741824.0), vec3(1073741824.0)));
    if (GRID_FLAT) cell.z = 0;
    return cell;
}

uint gridKey(ivec3 cell)
{
    uint row = uint(cell.y) * 0x9E3779B1u ^ uint(cell.z) * 0x85EBCA77u;
    row = (row ^ (row >> 15)) * 0x2C1B3C6Du;
    row = (row ^ (row >> 12)) * 0x297A2D39u;
    row = (row ^ (row >> 15)) % GRID_CELLS;
    uint bucket = row + (uint(cell.x) + 0x40000000u) % GRID_CELLS;
    return bucket - (bucket >= GRID_CELLS ? GRID_CELLS : 0u);
}

bool gridOutside(vec3 place)
{
    vec3 at = abs(place * GRID_PER_UNIT);
    return max(at.x, at.y) > 1073741824.0 || !GRID_FLAT && at.z > 1073741824.0;
}
