// SPDX-License-Identifier: MIT
// hairLight: the light that a hair sends to the eye. SHADING is the way that it is found: hair/shade_*.glsl, each with
//   HairMass massOf(HairFrame)   what all lights share
//   vec3 lightOfLamp(HairFrame, HairMass, HairLight, float through)   for irradiance 1, of which the part through meets no hair
//   vec3 lightAllAround(HairFrame, HairMass, float open)   for radiance 1 from everywhere; open, 0 to 2: the parts of
//     it that meet no hair on one side and on the other, added up; 1 is the surface of thick hair
#include "hair/lamps.glsl"
#include "hair/hair_angles.glsl"
#include <SHADING>

// reached: the part of each light that gets there; openness: how much of all around does. tangent need not be of length 1.
vec3 hairLight(vec3 place, vec3 tangent, vec3 tint, vec4 reached, float openness)
{
    HairFrame f = hairFrame(normalize(tangent), normalize(eye.xyz - place), tint);
    HairMass m = massOf(f);
    vec3 box = (place - centre.xyz) / extent.xyz;
    vec3 bulk = normalize(box / extent.xyz + vec3(0.0, 1e-6, 0.0));
    // Without shadows the model's own bulk stands in for them: what lies deep inside the box gets less, and what faces away.
    float inside = mix(0.35, 1.0, smoothstep(0.2, 1.0, length(box)));
    // What is interpolated can lie a little outside of what it is between.
    float open = lights.y > 0.0 ? clamp(openness, 0.0, 2.0) : 0.5 * inside;

    vec3 light = skyLight(bulk) * lightAllAround(f, m, open);
    for (int i = 0; i < int(lights.x); i++) {
        vec3 toward = lampToward(i, place);
        vec3 l = normalize(toward);
        float through = lights.y > 0.0 ? clamp(reached[i], 0.0, 1.0) : inside * smoothstep(-0.55, 0.75, dot(bulk, l));
        // A lamp's strength is the radiance of a white matt surface that faces it, whose irradiance is pi times that.
        light += PI * lampLight(i, toward) * lightOfLamp(f, m, hairLight(f, l), through);
    }
    return light;
}
