// SPDX-License-Identifier: MIT
// Where keys of a word go, as far as there is room.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
uniform uint dst_keys_at;
uniform uint room;  // keys that DstKeys holds

void putKey(uint i, KEY key)
{
    if (i < room) dst_keys[dst_keys_at + i] = key;
}
