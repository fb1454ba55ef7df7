// SPDX-License-Identifier: MIT
// The payload (PAYLOAD): a word beside each item, or nothing. In a tile it lies in shared memory.

#part none
// No payload.
uint tilePayload(uint i) { return 0u; }
void setTilePayload(uint i, uint v) {}
void putPayload(uint i, uint v) {}
uint payloadOf(bool of_a, uint i) { return 0u; }

#part tile
// The payload of a tile, and its output.
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint dst_payload_at;
shared uint tile_payload[TILE_SIZE + TILE_SIZE / 32u];

uint tilePayload(uint i)
{
    uint place = min(i, TILE_SIZE - 1u);
    return tile_payload[place + place / 32u];
}
void setTilePayload(uint i, uint v) { tile_payload[i + i / 32u] = v; }
void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }

#part arrays
// The payloads of two arrays.
#include "merge/payload.glsl#tile"
layout(std430, binding = BIND_PAYLOADA) readonly buffer PayloadA { uint payload_a[]; };
layout(std430, binding = BIND_PAYLOADB) readonly buffer PayloadB { uint payload_b[]; };
uniform uint payload_a_at;
uniform uint payload_b_at;

uint payloadOf(bool of_a, uint i)
{
    if (of_a) return payload_a[payload_a_at + i];
    return payload_b[payload_b_at + i];
}

#part items
// The payload of one array, or the index of each item.
#include "merge/payload.glsl#tile"
layout(std430, binding = BIND_PAYLOAD) readonly buffer Payload { uint payload[]; };
uniform uint payload_at;
uniform uint makes_indices;

uint payloadOf(bool of_a, uint i)
{
    if (makes_indices != 0u) return i;
    return payload[payload_at + i];
}
