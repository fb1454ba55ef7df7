// SPDX-License-Identifier: MIT
// A place, and the width of a hair there, in a light's map.

#part place width
// inLight: the position of a place.
#include "hair/frame.glsl"
uniform uint light;

// xy: in texels; z: depth among hair and head, 0 to 1
vec3 inLight(vec3 place)
{
    vec4 c = light_clip[light] * vec4(place, 1.0);
    return vec3((c.xy / c.w * 0.5 + 0.5) * lights.z, dot(light_depth[light], vec4(place, 1.0)));
}

// Depth among the hair alone: 0 to 1 for all points of the hair.
float hairDepth(float depth) { return depth * light_scale[light].x + light_scale[light].y; }

#part casts
// Which strands shade others: those of ranks below casts_below, in steps of the rank. They count
// cast_factor / 65,536 times, to make up for the others.
#include "hair/width.glsl"
uniform uint casts_below;
uniform uint cast_factor;

bool casts(vec4 point) { return (floatBitsToUint(point.w) & RANK_MASK) < casts_below; }

uint castTau(uint tau) { return uint(float(tau) * (float(cast_factor) / 65536.0) + 0.5); }

#part width
// lightWidthOf: the width of a hair, in texels.
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
