// SPDX-License-Identifier: MIT
// A way of SHADING, see hair/hair_light.glsl: Kajiya and Kay, and in light from everywhere the hair's own colour.
#include "hair/kajiya_kay.glsl"

struct HairMass { vec3 tint; };

HairMass massOf(HairFrame f) { return HairMass(f.tint); }

vec3 lightOfLamp(HairFrame f, HairMass m, HairLight l, float through) { return kajiyaLight(f, l, through); }

vec3 lightAllAround(HairFrame f, HairMass m, float open) { return m.tint * mix(0.35, 1.0, min(open, 1.0)); }
