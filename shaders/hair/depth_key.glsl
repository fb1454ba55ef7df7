// SPDX-License-Identifier: MIT
// depthKey: the view depth of a point as a sort key, from the nearest to the farthest of the model, in as many bits as
// the sort looks at. 16 bits are as good to the eye as 32: see ARCHITECTURE.md. CPU twin: depthKey in hair/selftest.go.
#include "hair/frame.glsl"

uint depthKey(vec3 p)
{
    float t = clamp((viewDepth(p) - depth_keys.x) * depth_keys.y, 0.0, 1.0);
    // Below 2^24 steps a float holds every key; with more bits the lowest are 0.
    return uint(min(t * depth_keys.z, 4294967040.0));
}
