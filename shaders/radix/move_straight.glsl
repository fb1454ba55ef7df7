// SPDX-License-Identifier: MIT
// Copies the items from begin up to end, each to its own place.
void moveStraight(uint begin, uint end)
{
    for (uint tile = begin; tile < end; tile += TILE_SIZE) {
        KEY key[ITEMS_PER_THREAD];
        uint value[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + threadIndex();
            key[k] = keyAt(tile + min(i, end - tile - 1u));
            value[k] = payloadAt(tile + min(i, end - tile - 1u));
        }
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + threadIndex();
            if (i < end - tile) {
                putKey(tile + i, key[k]);
                putPayload(tile + i, value[k]);
            }
        }
        if (end - tile <= TILE_SIZE) break;
    }
}
