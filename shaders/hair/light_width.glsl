// SPDX-License-Identifier: MIT
// How wide a hair is in the map of a light, in texels.
#include "hair/light.glsl"
#include "hair/width.glsl"

// CPU twin: widestPart in hair/trace.go.
const float BROADEST = 0.125;

// The texels that a metre covers at a place.
float metreAt(vec3 place) { return light_scale[light].z / (light_clip[light] * vec4(place, 1.0)).w; }

// A hair counts as no wider than an eighth of the map: what it costs to add it has a bound. Widths in pixels are what
// was asked for.
float lightWidthOf(vec4 point, float metre)
{
    float texels = widthOf(point, metre);
    return ribbons.x > 0.0 ? texels : min(texels, BROADEST * lights.z);
}
