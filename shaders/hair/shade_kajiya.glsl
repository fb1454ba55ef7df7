// SPDX-License-Identifier: MIT
// SHADING (see hair/hair_light.glsl): Kajiya-Kay. Environment light shows the hair's own colour.
#include "hair/kajiya_kay.glsl"

struct HairMass { vec3 tint; };

HairMass massOf(HairFrame f) { return HairMass(f.tint); }

vec3 lampScattering(HairFrame f, HairMass m, HairLight l, float through) { return kajiyaLight(f, l, through); }

vec3 environmentScattering(HairFrame f, HairMass m, float open) { return m.tint * mix(0.35, 1.0, min(open, 1.0)); }
