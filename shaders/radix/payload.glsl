// SPDX-License-Identifier: MIT
// The payload beside each key.

#part none
// Keys alone.
const bool HAS_PAYLOAD = false;
uint payloadAt(uint i) { return 0u; }
void putPayload(uint i, uint v) {}

#part u32
// One word of payload beside each key.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_PAYLOAD) readonly buffer Payload { uint payload[]; };
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint payload_at;
uniform uint dst_payload_at;

uint payloadAt(uint i) { return payload[payload_at + i]; }
void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }

#part index
// The payload of an argsort's first pass: each key's own index, from no buffer.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint dst_payload_at;

uint payloadAt(uint i) { return i; }
void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }

#part index_room
// Each key's own index, from no buffer, as far as there is room.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint dst_payload_at;

uint payloadAt(uint i) { return i; }
void putPayload(uint i, uint v)
{
    if (i < room) dst_payload[dst_payload_at + i] = v;
}
