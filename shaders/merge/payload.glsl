// SPDX-License-Identifier: MIT
// The payload (PAYLOAD): a word beside each item, or nothing.

#part none
// No payload, in the tile of a sort.
uint tilePayload(uint i) { return 0u; }
void setTilePayload(uint i, uint v) {}
void putPayload(uint i, uint v) {}
uint payloadOf(uint i) { return 0u; }

#part none_moved
// No payload, in a merge.
void movePayload(uvec4 part, uint to, uint from[ITEMS_PER_THREAD]) {}

#part dst
// The output.
layout(std430, binding = BIND_DSTPAYLOAD) buffer DstPayload { uint dst_payload[]; };
uniform uint dst_payload_at;

void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }

#part tile
// The payload of one array, or the index of each item. In a tile it lies in shared memory.
#include "merge/payload.glsl#dst"
layout(std430, binding = BIND_PAYLOAD) readonly buffer Payload { uint payload[]; };
uniform uint payload_at;
uniform uint makes_indices;
shared uint tile_payload[TILE_SIZE + TILE_SIZE / 32u];

uint tilePayload(uint i)
{
    uint place = min(i, TILE_SIZE - 1u);
    return tile_payload[place + place / 32u];
}
void setTilePayload(uint i, uint v) { tile_payload[i + i / 32u] = v; }
uint payloadOf(uint i)
{
    if (makes_indices != 0u) return i;
    return payload[payload_at + i];
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
// movePayload: gathers the payload of a tile from global memory when its items are stored. The
// places of the items then take their room in shared memory, so that a payload needs none of its
// own: more workgroups run at once.
#include "merge/payload.glsl#dst"
TILE_WORDS

// part: where the tile's items of A begin, and their number; where those of B begin, and the number
// of all. from has the places of an invocation's items.
void movePayload(uvec4 part, uint to, uint from[ITEMS_PER_THREAD])
{
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) TILE_WORD(placeOf(threadIndex() * ITEMS_PER_THREAD + k)) = from[k];
    sync();
    uint p[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint place = TILE_WORD(placeOf(min(k * GROUP_SIZE + threadIndex(), part.w - 1u)));
        bool is_a = place < part.y;
        p[k] = payloadOf(is_a, is_a ? part.x + place : part.z + place - part.y);
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i < part.w) putPayload(to + i, p[k]);
    }
}
