// SPDX-License-Identifier: MIT
// putKey: writes the key of a kept record, from its word of keyedOf.
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };
uniform uint keys_at;

void putKey(uint to, uint keyed) { keys[keys_at + to] = keyed - 1u; }
