// SPDX-License-Identifier: MIT
// softness is 1, and falls to 0 where a sprite is nearer than soft_distance to the surface in the
// depth buffer.
uniform sampler2D scene_depth;
uniform float soft_distance;  // 0: not soft

float sceneViewDepth(ivec2 texel)
{
    float z = texelFetch(scene_depth, texel, 0).r * 2.0 - 1.0;
    // For a projection whose last rows are (0, 0, a, b) and (0, 0, c, d). In a perspective without
    // a far plane, or with one too far for float32, an empty scene is at infinity, or beyond.
    float w = projection[2][2] - z * projection[2][3];
    float depth = (projection[3][2] - z * projection[3][3]) / w;
    return w == 0.0 || projection[2][3] != 0.0 && depth <= 0.0 ? 1e30 : depth;
}

float softness(float depth)
{
    if (soft_distance <= 0.0) return 1.0;
    return clamp((sceneViewDepth(ivec2(gl_FragCoord.xy)) - depth) / soft_distance, 0.0, 1.0);
}
