// SPDX-License-Identifier: MIT
// The share of one worker: whole tiles, contiguous, spread as evenly as whole tiles go (Billeter et
// al. 2009, section 4.1). Workers past the last tile get an empty range.
uniform uint workers;

uint chunkBegin(uint worker, uint n)
{
    uint tiles = n / TILE_SIZE + min(n % TILE_SIZE, 1u);
    uint each = tiles / workers;
    uint rest = tiles % workers;
    uint tile = worker * each + min(worker, rest);
    // tile * TILE_SIZE can pass 2^32 only where tile == tiles, and there the range ends at n
    // anyway.
    return tile >= tiles ? n : tile * TILE_SIZE;
}
