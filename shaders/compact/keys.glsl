// SPDX-License-Identifier: MIT
// Where keys go, of what keyedOf gives for records that are kept.
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };
uniform uint keys_at;

void putKey(uint to, uint keyed) { keys[keys_at + to] = keyed - 1u; }
