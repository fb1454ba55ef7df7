// SPDX-License-Identifier: MIT
// The grid for walks: x, y, z and the record of each place, cell by cell, and the starts of the
// cells. Places are words, so that no driver takes a record's index for a denormal float and
// flushes it to 0.
layout(std430, binding = GRID_PLACES) readonly buffer GridPlaces { uvec4 grid_places[]; };
layout(std430, binding = GRID_STARTS) readonly buffer GridStarts { uint grid_starts[]; };

uint gridCount() { return grid_starts[GRID_CELLS]; }  // places in cells: all but those with a NaN
vec3 gridPlace(uint slot) { return uintBitsToFloat(grid_places[slot].xyz); }
uint gridRecord(uint slot) { return grid_places[slot].w; }

// A walk over the cells around a place.
struct GridWalk {
    uint slot;       // of the neighbour: its place in the grid's order
    uint index;      // of the neighbour: its record where the grid was built from
    vec3 apart;      // from the place to the neighbour
    float distance2; // dot(apart, apart)
    vec3 from;
    float reach2;
    ivec3 low;
    ivec3 high;
    ivec2 row;       // y and z of the current cells
    uint end;        // end of the current range
    uint rest;       // end of the range from 0 that follows; 0 if none does
    bool takes_all;  // the walk has one range of all places, instead of a range for each row
};
