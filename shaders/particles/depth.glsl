// SPDX-License-Identifier: MIT
// The collision with the scene by its depth image.

#part none
// No depth buffer.
bool hitDepth(inout vec3 at, inout vec3 velocity, float radius, float bounce, float slip) { return false; }

#part collide
// A collider from the depth buffer of System.SetDepth, whose surfaces are screen.y thick. Without a
// depth buffer nothing collides.
uniform sampler2D scene_depth;

vec3 sceneAt(ivec2 texel, vec2 size)
{
    float d = texelFetch(scene_depth, clamp(texel, ivec2(0), ivec2(size) - 1), 0).r;
    vec4 p = from_clip * vec4((vec2(texel) + 0.5) / size * 2.0 - 1.0, d * 2.0 - 1.0, 1.0);
    return p.xyz / p.w;
}

bool hitDepth(inout vec3 at, inout vec3 velocity, float radius, float bounce, float slip)
{
    if (screen.x == 0.0) return false;
    vec4 clip = view_projection * vec4(at, 1.0);
    if (clip.w <= 0.0 || any(greaterThan(abs(clip.xyz), clip.www))) return false;
    vec2 size = vec2(textureSize(scene_depth, 0));
    ivec2 texel = ivec2((clip.xy / clip.w * 0.5 + 0.5) * size);
    vec3 here = sceneAt(texel, size);
    vec3 normal = cross(sceneAt(texel + ivec2(1, 0), size) - here, sceneAt(texel + ivec2(0, 1), size) - here);
    float l = length(normal);
    if (l < 1e-20) return false;
    normal /= l;
    float depth = radius - dot(at - here, normal);
    if (depth > radius + screen.y) return false;
    return pushOut(at, velocity, normal, depth, bounce, slip);
}
