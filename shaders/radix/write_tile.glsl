// SPDX-License-Identifier: MIT
// A ranked tile is staged in digit order, a part at a time, and written from there. radix/rank_tile.glsl stands before this, and
// has the room. Contains barriers: call it from uniform control flow.

// Stages the keys of a part.
void stageKeys(uint part, uint left, KEY key[ITEMS_PER_THREAD], uint place[PLACES])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint p = placeOf(place, k) - part * STAGE_SIZE;
        if (runBegin() + k * LANE_COUNT >= left || STAGES > 1u && p >= STAGE_SIZE) continue;
        for (uint w = 0u; w < KEY_WORDS; w++) digit_counts[w * STAGE_SIZE + p] = KEY_WORD(key[k], w);
    }
}

KEY stagedKey(uint p) { return KEY_OF(digit_counts[p], digit_counts[(KEY_WORDS - 1u) * STAGE_SIZE + p]); }

// Writes the staged keys of a part, and the payload that goes with them, to digit_next and on.
void writePart(uint part, uint left, uint place[PLACES], uint value[ITEMS_PER_THREAD])
{
    uint t = threadIndex();
    uint to[STAGE_EACH];
    for (uint k = 0u; k < STAGE_EACH; k++) {
        uint p = k * GROUP_SIZE + t;
        if (part * STAGE_SIZE + p < left) {
            KEY key = stagedKey(p);
            to[k] = digit_next[digitOf(key)] + part * STAGE_SIZE + p;
            putKey(to[k], key);
        }
    }
    if (HAS_PAYLOAD) {
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint p = placeOf(place, k) - part * STAGE_SIZE;
            if (runBegin() + k * LANE_COUNT < left && (STAGES == 1u || p < STAGE_SIZE)) digit_counts[p] = value[k];
        }
        sync();
        for (uint k = 0u; k < STAGE_EACH; k++) {
            uint p = k * GROUP_SIZE + t;
            if (part * STAGE_SIZE + p < left) putPayload(to[k], digit_counts[p]);
        }
    }
}

// Writes a tile of which the first part is staged.
void writeTile(uint left, KEY key[ITEMS_PER_THREAD], uint place[PLACES], uint value[ITEMS_PER_THREAD])
{
    writePart(0u, left, place, value);
    for (uint part = 1u; part < STAGES; part++) {
        sync();
        stageKeys(part, left, key, place);
        sync();
        writePart(part, left, place, value);
    }
}
