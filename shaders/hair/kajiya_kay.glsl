// SPDX-License-Identifier: MIT
// kajiyaLight: the fast shading model, with the interface of scatterLight. Kajiya and Kay,
// "Rendering Fur with Three Dimensional Textures", SIGGRAPH 1989. The two shifted highlights follow
// Scheuermann, "Hair Rendering and Shading", GDC 2004. CPU twin: Hair.Kajiya in hair/scatter.
// KAJIYA_DIFFUSE is its kajiyaDiffuse.
#include "hair/hair_angles.glsl"

// Radiance towards the eye for a light of irradiance 1. through: the share that passes other hairs.
vec3 kajiyaLight(HairFrame f, HairLight l, float through)
{
    // cos(light + eye + tilt), of R and TRT
    vec2 mirrored = l.cos_light * f.tilted_cos.xz - l.sin_light * f.tilted_sin.xz;
    vec2 shine = kajiya.zw * pow(max(mirrored, vec2(0.0)), kajiya.xy);
    return clamp(through, 0.0, 1.0) * (vec3(shine.x) + f.tint * (shine.y + KAJIYA_DIFFUSE * l.cos_light));
}
