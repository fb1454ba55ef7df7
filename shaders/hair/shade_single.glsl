// SPDX-License-Identifier: MIT
// SHADING (see hair/hair_light.glsl): single scattering of light that no other hair blocks.
#include "hair/scatter.glsl"

HairMass massOf(HairFrame f) { return hairMass(f); }

vec3 lampScattering(HairFrame f, HairMass m, HairLight l, float through) { return through * scatterDirect(f, l, lobeTexel(l.azimuth, f.cos_eye, 1.0)); }

// Light from behind passes where no hair is behind.
vec3 environmentScattering(HairFrame f, HairMass m, float open)
{
    return min(open, 1.0) * m.backward + max(open - 1.0, 0.0) * (1.0 - m.lost - m.backward);
}
