// SPDX-License-Identifier: MIT
// hairLight: the light that a hair sends to the eye. SHADING is the shading model, a part of
// hair/shading.glsl. Each one defines:
//   HairMass massOf(HairFrame)
//     What all lights share.
//   vec3 lampScattering(HairFrame, HairMass, LampAngles, float through)
//     Light of a lamp of irradiance 1. through is the share that no hair blocks.
//   vec3 environmentScattering(HairFrame, HairMass, float open)
//     Light from an environment of radiance 1. open is hair_openness of hair/packed.glsl, 0 to 2,
//     and at least RETURNED.
#include "hair/lamps.glsl"
#include "hair/hair_angles.glsl"
#include <SHADING>

// The least hair_openness: skin and other hair return a little of the light around them. It is a
// choice for the look, not measured. With less, deep shadows in dark hair are black after the tone
// map.
const float RETURNED = 0.10;

// reached and hair_openness: how much of each lamp and of the environment arrives (part lit of
// hair/packed.glsl). tangent need not be a unit vector.
vec3 hairLight(vec3 place, vec3 tangent, vec3 tint, vec4 reached, float hair_openness)
{
    HairFrame f = hairFrame(normalize(tangent + NUDGE), normalize(eye.xyz - place + NUDGE), tint);
    HairMass m = massOf(f);
    vec3 box = (place - centre.xyz) / extent.xyz;
    // The normal of the mass of hair, which a hair alone does not have: that of an ellipsoid as
    // long, tall and wide as the model's box. The environment is looked up there.
    vec3 bulk = normalize(box / extent.xyz + vec3(0.0, 1e-6, 0.0));
    // Without shadows, the place in the model's box approximates them: points deep inside the box,
    // and points that face away, get less light.
    float inside = mix(0.35, 1.0, smoothstep(0.2, 1.0, length(box)));
    // Interpolation can leave the range.
    float open = lights.y > 0.0 ? clamp(hair_openness, RETURNED, 2.0) : 0.5 * inside;

    vec3 light = skyLight(bulk) * environmentScattering(f, m, open);
    for (int i = 0; i < int(lights.x); i++) {
        vec3 toward = toLamp(i, place);
        vec3 l = normalize(toward);
        float through = lights.y > 0.0 ? clamp(reached[i], 0.0, 1.0) : inside * smoothstep(-0.55, 0.75, dot(bulk, l));
        // A lamp's strength is the radiance of a white matt surface that faces it. The surface's
        // irradiance is pi times that.
        light += PI * lampLight(i, toward) * lampScattering(f, m, lampAngles(f, l), through);
    }
    return light;
}
