// SPDX-License-Identifier: MIT
// Where keys of a word go.
layout(std430, binding = BIND_DSTKEYS) writeonly buffer DstKeys { uint dst_keys[]; };
uniform uint dst_keys_at;

void putKey(uint i, KEY key) { dst_keys[dst_keys_at + i] = key; }
