// SPDX-License-Identifier: MIT
// Cells of a box, row by row along x: what lies outside counts to the nearest cell. Both steps are monotone, so a
// range of places is a range of cells even there.
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
