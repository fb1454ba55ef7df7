// SPDX-License-Identifier: MIT
// The view depth of a particle as a sort key with the sort's number of bits.
uint key(Particle p)
{
    float depth = dot(depth_row.xyz, PLACE) + depth_row.w;
    float t = clamp((depth - depth_keys.x) * depth_keys.y, 0.0, 1.0);
    return uint(min(t * depth_keys.z, 4294967040.0));
}
