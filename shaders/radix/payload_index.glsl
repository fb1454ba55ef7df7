// SPDX-License-Identifier: MIT
// The payload of an argsort's first pass: each key's own index, from no buffer.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint dst_payload_at;

uint payloadAt(uint i) { return i; }
void putPayload(uint i, uint v) { dst_payload[dst_payload_at + i] = v; }
