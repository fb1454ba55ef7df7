// SPDX-License-Identifier: MIT
// lightWidthOf: the width of a hair in a light's map, in texels.
#include "hair/light.glsl"
#include "hair/width.glsl"

// CPU twin: widestPart in hair/internal/shadow/trace.go.
const float BROADEST = 0.125;

// Texels that a metre covers at a place.
float metreAt(vec3 place) { return light_scale[light].z / (light_clip[light] * vec4(place, 1.0)).w; }

// A hair counts as at most an eighth of the map wide, which bounds the cost of adding it. Widths
// that the caller gave in pixels are kept.
float lightWidthOf(vec4 point, float metre)
{
    float texels = widthOf(point, metre);
    return ribbons.x > 0.0 ? texels : min(texels, BROADEST * lights.z);
}
