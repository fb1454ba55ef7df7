// SPDX-License-Identifier: MIT
// Converts linear RGBA16F light to display values. It composes the hair (if it has its own image)
// over the scene, and both over the backdrop. Exposure and tone curve apply to the nearest of them,
// and to what is behind it, before alpha blends the two: alpha is the share of a pixel that is
// covered. Light above 1 that covers half of a pixel then shows half as bright, and silhouettes
// have no stairs. The sRGB curve follows. Noise of half a step prevents bands in slow gradients. It
// is a kernel because some GPUs have few units that draw.
// Grid: a workgroup takes SIDE x SIDE pixels. Reads: the scene, the hair image, Exposure. Writes:
// shown. CPU twin: tone_test.go.
#include "lib/grid.glsl"
#include "hair/frame.glsl"
#include "hair/tone_curves.glsl"

// A studio backdrop: a soft pool of light behind the model. CPU twin: studioAt in
// hair/internal/tone/backdrop.go. at: 0 to 1 in both directions, from the lower left.
vec3 backdropAt(vec2 at)
{
    vec2 d = (at - vec2(0.5, 0.55)) * vec2(viewport.x / viewport.y, 1.0);
    return mix(vec3(0.030, 0.033, 0.040), vec3(0.175, 0.180, 0.195), exp(-2.4 * dot(d, d)));
}

// Light from a direction outdoors: sky, haze at the horizon, ground. CPU twin: Horizon in
// hair/internal/tone/backdrop.go.
vec3 horizonAt(vec3 d)
{
    vec3 sky = mix(vec3(0.60, 0.64, 0.68), vec3(0.32, 0.43, 0.66), sqrt(max(d.y, 0.0)));
    vec3 ground = mix(vec3(0.38, 0.33, 0.27), vec3(0.22, 0.185, 0.14), sqrt(max(-d.y, 0.0)));
    return mix(ground, sky, smoothstep(-0.05, 0.05, d.y));
}

// The direction that a pixel shows, in the world.
vec3 viewDirection(vec2 pixel) { return normalize(vec3((pixel - 0.5 * viewport.xy) / eye.w, -1.0) * mat3(view)); }

layout(local_size_x = GROUP_SIZE) in;
layout(binding = UNIT_SUMS) uniform sampler2D hair;
layout(binding = 0) writeonly uniform image2D shown;  // RGBA16, or the RGBA8 of a caller
layout(std430, binding = BIND_EXPOSURE) readonly buffer Exposure { float exposure[]; };  // 1, or the automatic factor
uniform uint tone;
uniform uint has_hair;      // the hair has its own image
uniform uint has_backdrop;

float noise(ivec2 p)
{
    uint h = uint(p.x) * 0x9E3779B9u ^ uint(p.y) * 0x85EBCA6Bu;
    h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    h = (h ^ (h >> 12)) * 0x297A2D39u;
    return float((h ^ (h >> 15)) >> 8) / 16777216.0;
}

float gain;  // of the exposures

vec3 toned(vec3 light) { return clamp(toneCurve(max(light, vec3(0.0)) * gain, int(tone)), 0.0, 1.0); }

// The display colour of premultiplied light over the scene, and of both over the backdrop. The
// nearest of them that is there is blended after the tone curve. That is two curves a pixel, as
// software renderers take all branches.
vec3 layersToned(vec4 over, vec4 scene, vec3 backdrop)
{
    bool hairy = over.a > 0.0;
    vec4 near = hairy ? over : scene;
    vec3 behind = hairy ? scene.rgb + (1.0 - scene.a) * backdrop : backdrop;
    return mix(toned(behind), toned(near.rgb / max(near.a, 1e-6)), min(near.a, 1.0));
}

#include <TONE_SCENE>

void main()
{
    const uint side = uint(SIDE);
    uint across = (uint(viewport.x) + side - 1u) / side;
    uint block = workgroupIndex();
    ivec2 p = ivec2(uvec2(block % across, block / across) * side + uvec2(gl_LocalInvocationIndex % side, gl_LocalInvocationIndex / side));
    if (any(greaterThanEqual(p, ivec2(viewport.xy)))) return;
    vec4 over = has_hair != 0u ? texelFetch(hair, p, 0) : vec4(0.0);
    gain = extent.w * exposure[0];
    vec2 pixel = vec2(p) + 0.5;
    vec3 backdrop = OUTDOORS != 0u ? horizonAt(viewDirection(pixel)) : backdropAt(pixel / viewport.xy);
    vec3 color = sceneToned(p, over, has_backdrop != 0u ? backdrop : vec3(0.0));
    imageStore(shown, p, vec4(screenCurve(color) + (noise(p) - 0.5) / 255.0, 1.0));
}
