// SPDX-License-Identifier: MIT
// A way of SHADING, see hair/hair_light.glsl: what a hair scatters of the light that met no other hair.
#include "hair/scatter.glsl"

HairMass massOf(HairFrame f) { return hairMass(f); }

vec3 lightOfLamp(HairFrame f, HairMass m, HairLight l, float through) { return through * scatterDirect(f, l, lobeTexel(l.azimuth, f.cos_eye, 1.0)); }

// Light from behind gets past where there is no hair behind.
vec3 lightAllAround(HairFrame f, HairMass m, float open)
{
    return min(open, 1.0) * m.backward + max(open - 1.0, 0.0) * (1.0 - m.lost - m.backward);
}
