// SPDX-License-Identifier: MIT
// Each key's own index, from no buffer, as far as there is room.
const bool HAS_PAYLOAD = true;
layout(std430, binding = BIND_DSTPAYLOAD) writeonly buffer DstPayload { uint dst_payload[]; };
uniform uint dst_payload_at;

uint payloadAt(uint i) { return i; }
void putPayload(uint i, uint v)
{
    if (i < room) dst_payload[dst_payload_at + i] = v;
}
