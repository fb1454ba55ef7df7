// SPDX-License-Identifier: MIT
// depthKey: the view depth of a point as a sort key, from the nearest to the farthest depth of the
// model, in as many bits as the sort uses. By eye, 16 bits are as good as 32: see
// docs/a-frame-of-hair.md. middleKey: the key of a segment's midpoint. All results are precise, so
// that the cull and segments_key compute the same bits. CPU twins: DepthKey and KeyOf in
// hair/internal/scene/frame.go.
#include "hair/frame.glsl"

uint depthKey(vec3 p)
{
    precise float depth = -(view * vec4(p, 1.0)).z;  // viewDepth, but precise
    precise float t = clamp((depth - depth_keys.x) * depth_keys.y, 0.0, 1.0);
    // Below 2^24 steps a float holds every key. With more bits the lowest bits are 0.
    precise float scaled = min(t * depth_keys.z, 4294967040.0);
    return uint(scaled);
}

uint middleKey(vec3 a, vec3 b)
{
    precise vec3 middle = 0.5 * (a + b);
    return depthKey(middle);
}
