// SPDX-License-Identifier: MIT
// Two neighbouring sorted runs of `run` items, as arrays A and B.
layout(std430, binding = BIND_SRC) readonly buffer Src { KEY_STORED src[]; };
uniform uint src_at;
uniform uint run;
uniform uint pair_tiles;  // tiles of two runs: a power of two

uint run_a;  // where the two runs begin
uint run_b;

uint indexOf(bool of_a, uint i) { return (of_a ? run_a : run_b) + i; }
KEY itemOf(bool of_a, uint i) { return LOAD_KEY(src, src_at, indexOf(of_a, i)); }

// The runs of the merge that writes a tile. Returns their numbers of items.
uvec2 findRuns(uint tile, uint tile_items, uint n)
{
    run_a = (tile & ~(pair_tiles - 1u)) * tile_items;
    uint na = min(run, n - run_a);
    run_b = run_a + na;
    return uvec2(na, min(run, n - run_b));
}
