// SPDX-License-Identifier: MIT
// A way of SHADING, see hair/hair_light.glsl: what a hair scatters of the light itself and of what others hand on.
#include "hair/scatter.glsl"

HairMass massOf(HairFrame f) { return hairMass(f); }

vec3 lightOfLamp(HairFrame f, HairMass m, HairLight l, float through) { return scatterLight(f, m, l, through); }

vec3 lightAllAround(HairFrame f, HairMass m, float open) { return scatterAmbient(m, min(open, 1.0)); }
