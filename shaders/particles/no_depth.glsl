// SPDX-License-Identifier: MIT
// No depth buffer to collide with.
bool hitDepth(inout vec3 at, inout vec3 velocity, float radius, float bounce, float slip) { return false; }
