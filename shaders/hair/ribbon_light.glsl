// SPDX-License-Identifier: MIT
// The light of a ribbon's fragments. Light is computed at the points of the hair, or for each
// fragment. Each of the two has three parts:
//   out  (slot RIBBON_OUT): a vertex writes the values that are interpolated.
//   in   (slot RIBBON_IN): a fragment stage reads them and returns its light and opacity.
//   load (slot RIBBON_IN of a kernel): the same without a rasterizer.

#part out_point
#include "hair/packed.glsl#shaded"
layout(std430, binding = 2) readonly buffer Shaded { uvec2 shaded[]; };
layout(location = 1) out vec4 shade;

void ribbonOut(uint q, vec3 place_there, vec3 tangent_there) { shade = shadeOf(shaded[q]); }

#part in_point
layout(location = 0) noperspective in vec2 ribbon;
layout(location = 1) in vec4 shade;

float ribbonOpacity() { return shade.a; }

vec3 ribbonLight() { return shade.rgb; }

#part load_point
#include "hair/packed.glsl#shaded"
readsPairs(Shades, shaded, BIND_SHADES, UNIT_SHADES)
vec2 ribbon;
vec4 shade;

float ribbonOpacity() { return shade.a; }

vec3 ribbonLight() { return shade.rgb; }

vec4 shade_near;
vec4 shade_far;

// Loads the inputs of a segment's ends.
void loadEnds(uint segment)
{
    uint q = segmentPoint(segment);
    shade_near = shadeOf(pairAt(shaded, q));
    shade_far = shadeOf(pairAt(shaded, q + 1u));
}

// Interpolates them at the fraction far of the segment.
void interpolateEnds(float far) { shade = mix(shade_near, shade_far, far); }

#part out_fragment
#include "hair/packed.glsl#tint"
layout(std430, binding = 2) readonly buffer Colors { uint colors[]; };
#include "hair/packed.glsl#lit"
layout(location = 1) out vec4 tint;      // linear colour, opacity
layout(location = 2) out vec3 tangent;
layout(location = 3) out vec3 place;
layout(location = 4) out vec4 reached;         // this and the next: see part lit of packed.glsl
layout(location = 5) out float hair_openness;

void ribbonOut(uint q, vec3 place_there, vec3 tangent_there)
{
    tint = vec4(tintOf(colors[q]), opacityOf(colors[q]));
    tangent = tangent_there;
    place = place_there;
    reached = litAt(q);
    hair_openness = hairOpennessAt(q);
}

#part in_fragment
#include "hair/hair_light.glsl"
layout(location = 0) noperspective in vec2 ribbon;
layout(location = 1) in vec4 tint;
layout(location = 2) in vec3 tangent;
layout(location = 3) in vec3 place;
layout(location = 4) in vec4 reached;
layout(location = 5) in float hair_openness;

float ribbonOpacity() { return tint.a; }

vec3 ribbonLight() { return hairLight(place, tangent, tint.rgb, reached, hair_openness); }

#part load_fragment
// The kernel declares the buffer points.
#include "hair/hair_light.glsl"
#include "hair/packed.glsl#tint"
#include "hair/packed.glsl#lit"
readsWords(Shades, colors, BIND_SHADES, UNIT_SHADES)
vec2 ribbon;
vec4 tint;
vec3 tangent;
vec3 place;
vec4 reached;
float hair_openness;

float ribbonOpacity() { return tint.a; }

vec3 ribbonLight() { return hairLight(place, tangent, tint.rgb, reached, hair_openness); }

uint ends;  // the segment

void loadEnds(uint segment) { ends = segment; }

// Interpolates the inputs of the segment's ends at the fraction far of it.
void interpolateEnds(float far)
{
    uint q = segmentPoint(ends);
    tint = mix(vec4(tintOf(wordAt(colors, q)), opacityOf(wordAt(colors, q))), vec4(tintOf(wordAt(colors, q + 1u)), opacityOf(wordAt(colors, q + 1u))), far);
    tangent = mix(tangentAt(ends, false), tangentAt(ends, true), far);
    place = mix(vectorAt(points, q).xyz, vectorAt(points, q + 1u).xyz, far);
    reached = mix(litAt(q), litAt(q + 1u), far);
    hair_openness = mix(hairOpennessAt(q), hairOpennessAt(q + 1u), far);
}
