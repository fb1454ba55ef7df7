// SPDX-License-Identifier: MIT
// The sort key of a surviving particle.

#part none
// No sort.
void putKey(uint to, Particle p) {}

#part put
// The key of each living particle: key() is the caller's, or that of particles/key_depth.glsl.
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };
#include <KEY>
void putKey(uint to, Particle p) { keys[to] = key(p); }
