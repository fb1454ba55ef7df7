// SPDX-License-Identifier: MIT
// The payload of the keys.

#part none
// No payload.
const bool HAS_PAYLOAD = false;
uint payloadAt(uint i) { return 0u; }
void putPayload(uint i, uint v) {}

#part u32
// One word of payload for each key.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_PAYLOAD) readonly buffer Payload { uint payload[]; };
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint payload_at;
uniform uint dst_payload_at;

uint payloadAt(uint i) { return payload[payload_at + i]; }
void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }

#part index
// The payload of an argsort's first pass: each key's own index, without a buffer.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint dst_payload_at;

uint payloadAt(uint i) { return i; }
void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }

#part index_room
// Each key's own index, without a buffer; indices that do not fit are dropped.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint dst_payload_at;

uint payloadAt(uint i) { return i; }
void putPayload(uint i, uint v)
{
    if (i < room) dst_payload[dst_payload_at + i] = v;
}
