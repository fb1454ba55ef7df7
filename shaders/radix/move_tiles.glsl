// SPDX-License-Identifier: MIT
// Moves tile after tile to its sorted place (radix/tile.glsl, which comes before).

// Moves the items from begin up to end. startDigits says where they go. Contains barriers.
void moveTiles(uint begin, uint end)
{
    for (uint tile = begin; tile < end; tile += TILE_SIZE) {
        uint left = min(end - tile, TILE_SIZE);
        KEY key[ITEMS_PER_THREAD];
        uint place[PLACES];
        uint value[ITEMS_PER_THREAD];
        loadTile(tile, left, key);
        rankTile(tile / TILE_SIZE, left, key, place);
        stageKeys(0u, tile, left, key, place, value);
        for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) digit_next[d] -= digit_start[d];
        sync();
        writeTile(tile, left, key, place, value);
        sync();
        if (left < TILE_SIZE || end - tile == TILE_SIZE) break;  // tile + TILE_SIZE could pass 2^32
        // The next tile's items follow this tile's. Its count of a digit is the digit's end minus
        // its start.
        for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) digit_next[d] += digitEnd(d, left);
    }
}
