// SPDX-License-Identifier: MIT
// The payload (PAYLOAD): a word beside each item, or nothing.

#part none
// No payload, in the sort of a tile.
void loadPayload(uint first, uint items, out uint p[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) p[k] = 0u;
}
void keepPayload(uint p[ITEMS_PER_THREAD]) {}
void orderPayload(uint from[ITEMS_PER_THREAD], inout uint p[ITEMS_PER_THREAD]) {}
void storePayload(uint to, uint items, uint p[ITEMS_PER_THREAD]) {}

#part none_moved
// No payload, in a merge.
void keepPath(uint a, uint bits) {}
void movePayload(uint a, uint b, uint items, uint to) {}

#part dst
// The output.
layout(std430, binding = BIND_DSTPAYLOAD) buffer DstPayload { uint dst_payload[]; };
uniform uint dst_payload_at;

void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }

#part tile
// The payload of one array, or the index of each item, in the sort of a tile. An invocation holds
// that of its run in registers. To change places it goes through the room of the items in shared
// memory, or through room of its own if items have none for a word.
#include "merge/payload.glsl#dst"
layout(std430, binding = BIND_PAYLOAD) readonly buffer Payload { uint payload[]; };
uniform uint payload_at;
uniform uint makes_indices;
TILE_WORDS

void putWords(uint p[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) PUT_TILE_WORD(placeOf(threadIndex() * ITEMS_PER_THREAD + k), p[k]);
}

// Loads the payload of the tile from item first on. Contains barriers, the first of which comes
// before it writes shared memory.
void loadPayload(uint first, uint items, out uint p[ITEMS_PER_THREAD])
{
    if (makes_indices != 0u) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) p[k] = first + threadIndex() * ITEMS_PER_THREAD + k;
        return;
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) p[k] = payload[payload_at + first + min(k * GROUP_SIZE + threadIndex(), items - 1u)];
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) PUT_TILE_WORD(placeOf(k * GROUP_SIZE + threadIndex()), p[k]);
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) p[k] = TILE_WORD(placeOf(threadIndex() * ITEMS_PER_THREAD + k));
}

// Is called where invocations write their items.
void keepPayload(uint p[ITEMS_PER_THREAD]) { if (WORDS_APART) putWords(p); }

// Replaces the payload by that of the places in the tile from which the invocation's items came.
void orderPayload(uint from[ITEMS_PER_THREAD], inout uint p[ITEMS_PER_THREAD])
{
    if (!WORDS_APART) {
        sync();
        putWords(p);
        sync();
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) p[k] = TILE_WORD(placeOf(from[k]));
}

// Writes the payload of the first items of the tile.
void storePayload(uint to, uint items, uint p[ITEMS_PER_THREAD])
{
    if (!WORDS_APART) {
        sync();
        putWords(p);
        sync();
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i < items) putPayload(to + i, TILE_WORD(placeOf(i)));
    }
}

#part arrays
// The payloads of two arrays.
layout(std430, binding = BIND_PAYLOADA) readonly buffer PayloadA { uint payload_a[]; };
layout(std430, binding = BIND_PAYLOADB) readonly buffer PayloadB { uint payload_b[]; };
uniform uint payload_a_at;
uniform uint payload_b_at;

uint payloadOf(bool of_a, uint i)
{
    uint a = payload_a[payload_a_at + (of_a ? i : 0u)];  // as in itemOf
    uint b = payload_b[payload_b_at + (of_a ? 0u : i)];
    return of_a ? a : b;
}
#include "merge/payload.glsl#moved"

#part runs
// The payload of two runs.
layout(std430, binding = BIND_PAYLOAD) readonly buffer Payload { uint payload[]; };
uniform uint payload_at;

uint payloadOf(bool of_a, uint i) { return payload[payload_at + indexOf(of_a, i)]; }
#include "merge/payload.glsl#moved"

#part moved
// movePayload: gathers the payload of a tile from global memory. In shared memory it needs a word
// of each invocation. That is how many items of A are before its run of the result, and a bit for
// each item of the run that is one of A.
#include "merge/payload.glsl#dst"
shared uint tile_path[GROUP_SIZE];

// Is called where invocations write their items.
void keepPath(uint a, uint bits) { tile_path[threadIndex()] = a << 16u | bits; }

// The tile's items of A and of B begin at a and b.
void movePayload(uint a, uint b, uint items, uint to)
{
    uint p[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = min(k * GROUP_SIZE + threadIndex(), items - 1u);
        uint path = tile_path[i / ITEMS_PER_THREAD];
        uint step = i % ITEMS_PER_THREAD;
        uint before_a = (path >> 16u) + uint(bitCount(path & ((1u << step) - 1u)));
        bool is_a = (path >> step & 1u) != 0u;
        p[k] = payloadOf(is_a, is_a ? a + before_a : b + i - before_a);
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i < items) putPayload(to + i, p[k]);
    }
}
