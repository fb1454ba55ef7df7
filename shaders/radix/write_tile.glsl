// SPDX-License-Identifier: MIT
// Stages a ranked tile in digit order, a part at a time, and writes it: all keys, then the payload,
// so that an invocation holds either its keys or its payload in registers. radix/rank_tile.glsl is
// included before this, with the shared array. Contains barriers: call it from uniform control
// flow. The digits of the items that an invocation writes, four in a word.
#define DIGIT_WORDS ((ITEMS_PER_THREAD + 3u) / 4u)

// Hides from the compiler that the places are unchanged. Otherwise it keeps values derived from
// each place for the next part, and an H200 has no registers for them in a tile of 16 pairs an
// invocation.
void forgetPlaces(inout uint place[PLACES])
{
    uint none = hot_digit / ONE_DIGIT;  // 0 where keys are staged
    for (uint i = 0u; i < PLACES; i++) place[i] += none;
}

// Loads the payload, well before it is needed.
void loadPayload(uint begin, uint left, out uint value[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = runBegin() + k * LANE_COUNT;
        value[k] = payloadAt(begin + min(i, left - 1u));
    }
}

// Stages the keys of a part. After the last part it loads the payload of the tile that begins at
// item begin.
void stageKeys(uint part, uint begin, uint left, KEY key[ITEMS_PER_THREAD], uint place[PLACES], out uint value[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint p = placeOf(place, k) - part * STAGE_SIZE;
        if (p < STAGE_SIZE) {
            for (uint w = 0u; w < KEY_WORDS; w++) digit_counts[w * STAGE_SIZE + p] = KEY_WORD(key[k], w);
        }
    }
    if (part + 1u == STAGES) loadPayload(begin, left, value);
}

// The staged place of the item that an invocation writes as number k of a part. That is item
// part * STAGE_SIZE + k * GROUP_SIZE + threadIndex(). For most workgroup sizes only constants
// depend on k.
uint stagedIn(uint part, uint k)
{
    uint first = part * STAGE_SIZE + k * GROUP_SIZE;
    if (GROUP_SIZE % 32u != 0u || (GROUP_SIZE & (GROUP_SIZE - 1u)) != 0u) return stagedAt(first + threadIndex()) - part * STAGE_SIZE;
    return (stagedAt(threadIndex()) ^ (first >> 5u & STAGE_TURN)) + k * GROUP_SIZE;
}

KEY stagedKey(uint at) { return KEY_OF(digit_counts[at], digit_counts[(KEY_WORDS - 1u) * STAGE_SIZE + at]); }

// Writes the staged keys of a part, from digit_next on.
void writeKeys(uint part, uint left, inout uint digits[DIGIT_WORDS])
{
    for (uint k = 0u; k < STAGE_EACH; k++) {
        uint p = part * STAGE_SIZE + k * GROUP_SIZE + threadIndex();
        if (p < left) {
            KEY key = stagedKey(stagedIn(part, k));
            uint d = digitOf(key);
            uint at = part * STAGE_EACH + k;
            if (HAS_PAYLOAD) digits[at / 4u] |= d << (8u * (at % 4u));
            putKey(digit_next[d] + p, key);
        }
    }
}

// Stages and writes the payload of a part.
void writePayload(uint part, uint left, uint place[PLACES], uint value[ITEMS_PER_THREAD], uint digits[DIGIT_WORDS])
{
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint p = placeOf(place, k) - part * STAGE_SIZE;
        if (p < STAGE_SIZE) digit_counts[p] = value[k];
    }
    sync();
    for (uint k = 0u; k < STAGE_EACH; k++) {
        uint p = part * STAGE_SIZE + k * GROUP_SIZE + threadIndex();
        uint at = part * STAGE_EACH + k;
        uint d = digits[at / 4u] >> (8u * (at % 4u)) & 0xFFu;
        if (p < left) putPayload(digit_next[d] + p, digit_counts[stagedIn(part, k)]);
    }
}

// Writes a tile whose first part is staged.
void writeTile(uint begin, uint left, KEY key[ITEMS_PER_THREAD], uint place[PLACES], uint value[ITEMS_PER_THREAD])
{
    uint digits[DIGIT_WORDS];
    for (uint i = 0u; i < DIGIT_WORDS; i++) digits[i] = 0u;
    writeKeys(0u, left, digits);
    for (uint part = 1u; part < STAGES; part++) {
        if (HAS_PAYLOAD) forgetPlaces(place);
        sync();
        stageKeys(part, begin, left, key, place, value);
        sync();
        writeKeys(part, left, digits);
    }
    if (HAS_PAYLOAD) {
        for (uint part = 0u; part < STAGES; part++) {
            if (STAGES > 1u) forgetPlaces(place);
            writePayload(part, left, place, value, digits);
        }
    }
}
