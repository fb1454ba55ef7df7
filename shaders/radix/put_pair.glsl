// SPDX-License-Identifier: MIT
// Where keys of two words go.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
uniform uint dst_keys_at;

void putKey(uint i, KEY key)
{
    uint w = dst_keys_at + 2u * i;
    dst_keys[w] = key.x;
    dst_keys[w + 1u] = key.y;
}
