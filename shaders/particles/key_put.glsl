// SPDX-License-Identifier: MIT
// What to sort by, beside each of the living: key() is the caller's, or particles/key_depth.glsl.
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };
#include <KEY>
void putKey(uint to, Particle p) { keys[to] = key(p); }
