// SPDX-License-Identifier: MIT
// The shading models (slot SHADING: see hair/hair_light.glsl).

#part dual
// Scattering by a hair, of direct light and of light from other hairs (dual scattering).
#include "hair/scatter.glsl"

HairMass massOf(HairFrame f) { return hairMass(f); }

vec3 lampScattering(HairFrame f, HairMass m, LampAngles l, float through) { return scatterLight(f, m, l, through); }

vec3 environmentScattering(HairFrame f, HairMass m, float open) { return scatterAmbient(m, min(open, 1.0)); }

#part single kajiya kajiya_light
// scatterBroad: light between hairs as two broad lobes, with the energy of scatterForward in
// hair/scatter.glsl. CPU twin: Tables.broad in hair/scatter.
#include "hair/scatter.glsl"

// The lobes along the hair: of light that hairs passed on forward, of light that came back after
// that, of light that came back, and of light that one hair passes.
vec4 broadLobes(HairFrame f, HairMass m, LampAngles l, float through)
{
    float x = max(-log(through) * m.forward, 1e-3);
    float spread = m.forward_spread * x / (1.0 - exp(-x));
    vec4 variance = vec4(m.forward_spread + spread, m.back_spread + spread, m.back_spread, m.forward_spread);
    return lobesAlong(l, vec4(f.sin_eye), vec4(f.cos_eye), variance, lobePeak(variance));
}

// along is broadLobes. Around the hair each part is a cosine towards the light or away from it.
vec3 scatterBroad(HairMass m, LampAngles l, vec4 along, float through)
{
    vec3 passed_on = 1.0 - m.lost - m.backward;
    vec3 part = scatter_rest.x * (exp(log(through) * (1.0 - passed_on)) - through);
    float turned = 0.5 + 0.5 * l.cos_azimuth;
    vec3 own = passed_on * (1.0 - turned) * along.x + (m.backward + m.behind) * turned * along.y;
    return part * own / PI + through * m.behind * 0.5 * max(l.cos_azimuth, 0.0) * along.z;
}

#part single
// Marschner's lobes of single scattering. Broad lobes replace multiple scattering.
HairMass massOf(HairFrame f) { return hairMass(f); }

vec3 lampScattering(HairFrame f, HairMass m, LampAngles l, float through)
{
    through = clamp(through, FAINTEST, 1.0);
    return through * scatterDirect(f, l, lobeTexel(l.azimuth, f.cos_eye, 1.0)) + scatterBroad(m, l, broadLobes(f, m, l, through), through);
}

#part kajiya kajiya_light
// kajiyaLight: highlights of a simple form over broad lobes. The highlights are those of Kajiya and
// Kay, "Rendering Fur with Three Dimensional Textures", SIGGRAPH 1989, shifted after Scheuermann,
// "Hair Rendering and Shading", GDC 2004. Light forward and back follows Goldman, "Fake Fur
// Rendering", SIGGRAPH 1997. It has the energy of Marschner's lobes, so the models agree in
// brightness and hue. CPU twin: Tables.Kajiya in hair/scatter; its kajiyaPath is KAJIYA_PATH.

// The reflectance of a dielectric for unpolarised light. CPU twin: fresnel in hair/scatter.
float fresnel(float cosine, float eta)
{
    float inside = sqrt(1.0 - (1.0 - cosine * cosine) / (eta * eta));
    float across = (cosine - eta * inside) / (cosine + eta * inside);
    float along = (eta * cosine - inside) / (eta * cosine + inside);
    return 0.5 * (across * across + along * along);
}

// Radiance towards the eye for a light of irradiance 1. through: the share that passes other hairs.
vec3 kajiyaLight(HairFrame f, HairMass m, LampAngles l, float through)
{
    through = clamp(through, FAINTEST, 1.0);
    // cos(light + eye + tilt), of R and TRT
    vec2 mirrored = l.cos_light * f.tilted_cos.xz - l.sin_light * f.tilted_sin.xz;
    vec2 shine = kajiya.zw * pow(max(mirrored, vec2(0.0)), kajiya.xy);
    vec3 inside = exp(-f.absorption * KAJIYA_PATH);
    vec2 energy = kajiya.zw * 2.0 * PI * sqrt(2.0 * PI / (kajiya.xy + 0.5));
    // The surface reflects more at grazing angles, by Fresnel's equations. TRT goes back.
    float cosine = sqrt(max(0.5 + 0.5 * (l.sin_light * f.sin_eye + l.cos_light * f.cos_eye * l.cos_azimuth), 0.0));
    float around = 0.25 * sqrt(0.5 + 0.5 * l.cos_azimuth) * fresnel(cosine, scatter_rest.z);
    float near = max(l.cos_azimuth, 0.0), far = max(-l.cos_azimuth, 0.0);
    vec3 shines = shine.x * 2.0 * PI * around / energy.x + inside * shine.y * PI * near;
    // The rest of a hair's light, with a fit to TT ahead.
    vec3 back = max(m.backward - 0.5 * energy.x - inside * energy.y, vec3(0.0));
    vec3 ahead = max(1.0 - m.lost - m.backward - 0.5 * energy.x, vec3(0.0));
    vec4 along = broadLobes(f, m, l, through);
    vec3 direct = shines + back * 0.5 * near * along.z + ahead * 0.6955 * pow(far, 2.5) * along.w;
    return through * direct + scatterBroad(m, l, along, through);
}

#part kajiya
HairMass massOf(HairFrame f) { return hairMass(f); }

vec3 lampScattering(HairFrame f, HairMass m, LampAngles l, float through) { return kajiyaLight(f, m, l, through); }

#part single kajiya
// Light from all around is that of dual scattering: it has no direction.
vec3 environmentScattering(HairFrame f, HairMass m, float open) { return scatterAmbient(m, min(open, 1.0)); }
