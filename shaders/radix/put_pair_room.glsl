// SPDX-License-Identifier: MIT
// Where keys of two words go, as far as there is room.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
uniform uint dst_keys_at;
uniform uint room;  // keys that DstKeys holds

void putKey(uint i, KEY key)
{
    if (i >= room) return;
    uint w = dst_keys_at + 2u * i;
    dst_keys[w] = key.x;
    dst_keys[w + 1u] = key.y;
}
