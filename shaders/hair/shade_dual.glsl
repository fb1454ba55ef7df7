// SPDX-License-Identifier: MIT
// SHADING (see hair/hair_light.glsl): scattering by a hair, of direct light and of light from other
// hairs (dual scattering).
#include "hair/scatter.glsl"

HairMass massOf(HairFrame f) { return hairMass(f); }

vec3 lightOfLamp(HairFrame f, HairMass m, HairLight l, float through) { return scatterLight(f, m, l, through); }

vec3 lightAllAround(HairFrame f, HairMass m, float open) { return scatterAmbient(m, min(open, 1.0)); }
