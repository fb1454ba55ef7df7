// SPDX-License-Identifier: MIT
// One word of payload beside each key.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_PAYLOAD) readonly buffer Payload { uint payload[]; };
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint payload_at;
uniform uint dst_payload_at;

uint payloadAt(uint i) { return payload[payload_at + i]; }
void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }
