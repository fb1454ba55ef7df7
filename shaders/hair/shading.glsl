// SPDX-License-Identifier: MIT
// The shading models (slot SHADING: see hair/hair_light.glsl).

#part dual
// Scattering by a hair, of direct light and of light from other hairs (dual scattering).
#include "hair/scatter.glsl"

HairMass massOf(HairFrame f) { return hairMass(f); }

vec3 lampScattering(HairFrame f, HairMass m, HairLight l, float through) { return scatterLight(f, m, l, through); }

vec3 environmentScattering(HairFrame f, HairMass m, float open) { return scatterAmbient(m, min(open, 1.0)); }

#part single
// Single scattering of light that no other hair blocks.
#include "hair/scatter.glsl"

HairMass massOf(HairFrame f) { return hairMass(f); }

vec3 lampScattering(HairFrame f, HairMass m, HairLight l, float through) { return through * scatterDirect(f, l, lobeTexel(l.azimuth, f.cos_eye, 1.0)); }

// Light from behind passes where no hair is behind.
vec3 environmentScattering(HairFrame f, HairMass m, float open)
{
    return min(open, 1.0) * m.backward + max(open - 1.0, 0.0) * (1.0 - m.lost - m.backward);
}

#part kajiya kajiya_light
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

#part kajiya
// Environment light shows the hair's own colour.
struct HairMass { vec3 tint; };

HairMass massOf(HairFrame f) { return HairMass(f.tint); }

vec3 lampScattering(HairFrame f, HairMass m, HairLight l, float through) { return kajiyaLight(f, l, through); }

vec3 environmentScattering(HairFrame f, HairMass m, float open) { return m.tint * mix(0.35, 1.0, min(open, 1.0)); }
