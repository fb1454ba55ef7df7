// SPDX-License-Identifier: MIT
// The sort key of a surviving particle.

#part none
// No sort.
void putKey(uint to, Particle p) {}

#part put
// The key of each living particle: key() is the caller's, or that of part depth.
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };
// A prototype, so that another definition is an error of the caller's line.
uint key(Particle p);
#include <KEY>
void putKey(uint to, Particle p) { keys[to] = key(p); }

#part depth
// The view depth of a particle as a sort key with the sort's number of bits.
uint key(Particle p)
{
    float depth = dot(depth_row.xyz, PLACE) + depth_row.w;
    float t = clamp((depth - depth_keys.x) * depth_keys.y, 0.0, 1.0);
    return uint(min(t * depth_keys.z, 4294967040.0));
}
