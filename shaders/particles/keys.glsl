// SPDX-License-Identifier: MIT
// The sort key of a particle that lives on.

#part none
// Nothing to sort by.
void putKey(uint to, Particle p) {}

#part put
// What to sort by, beside each of the living: key() is the caller's, or particles/key_depth.glsl.
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };
#include <KEY>
void putKey(uint to, Particle p) { keys[to] = key(p); }
