// SPDX-License-Identifier: MIT
// SHADING (see hair/hair_light.glsl): scattering by a hair, of direct light and of light from other
// hairs (dual scattering).
#include "hair/scatter.glsl"

HairMass massOf(HairFrame f) { return hairMass(f); }

vec3 lampScattering(HairFrame f, HairMass m, HairLight l, float through) { return scatterLight(f, m, l, through); }

vec3 environmentScattering(HairFrame f, HairMass m, float open) { return scatterAmbient(m, min(open, 1.0)); }
