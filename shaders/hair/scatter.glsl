// SPDX-License-Identifier: MIT
// Light scattering by hair: R, TT, TRT and longer paths after Marschner et al. 2003, d'Eon et al.
// 2011 and Chiang et al. 2016; scattering by other hairs on the way after Zinke et al. 2008 (dual
// scattering). The doc comment of hair/scatter lists equations and approximations. Its Tables are
// the CPU twin, function by function.
//
// A result is radiance towards the eye, for a light of irradiance 1 on a surface across its beam.
// Use:
//   HairFrame f = hairFrame(tangent, to_eye, tint); HairMass m = hairMass(f);      once a fragment
//   light += strength * scatterLight(f, m, lampAngles(f, to_light), through);       for each light
// through is the share of the light that no other hair blocks. Other occluders, such as the head,
// reduce strength instead: hairs pass light on, so a shadow by hair is never black.
#include "hair/hair_angles.glsl"

// Look-ups in the tables of hair/scatter. They are textures because texture units interpolate
// without extra cost. The tables hold for all hair colours. CPU twin: lobes and mean in
// hair/scatter/shade.go.
layout(binding = UNIT_LOBES) uniform sampler2DArray lobe_table;
layout(binding = UNIT_MEANS) uniform sampler2D mean_table;

// Maps 0 to the centre of the first texel and 1 to the centre of the last.
vec2 texelPlace(vec2 at, vec2 size) { return (at * (size - 1.0) + 0.5) / size; }

vec4 lobeTexel(float azimuth, float cos_eye, float layer)
{
    vec2 at = texelPlace(vec2(azimuth / 3.14159265, cos_eye), vec2(LOBE_COLUMNS, LOBE_ROWS));
    return textureLod(lobe_table, vec3(at, layer), 0.0);
}

// x: absorbed share; y: share scattered back; z, w: spread added forward and backward.
vec4 meanTexel(float cos_light, float absorption)
{
    vec2 at = texelPlace(vec2(cos_light, absorption / (1.0 + absorption)), vec2(MEAN_COLUMNS, MEAN_ROWS));
    return textureLod(mean_table, at, 0.0);
}

// I0(x) exp(-x) for x >= 0: two polynomials, error at most 5e-5. I0 alone overflows for smooth
// hair.
vec4 besselScaled(vec4 x)
{
    vec4 s = min(x, 2.0), near = vec4(0.0033807635);
    near = 0.9999731921 + s * (-0.9988500970 + s * (0.7413346940 + s * (-0.3908024390 + s * (0.1432706520 + s * (-0.0325429676 + s * near)))));
    vec4 r = 1.0 / max(x, 2.0), far = vec4(-0.2264863890);
    far = 0.3989246120 + r * (0.0517869289 + r * (-0.0035766591 + r * (0.1767791030 + r * (-0.0426603027 + r * far))));
    return mix(far * sqrt(r), near, lessThan(x, vec4(2.0)));
}

float besselScaled(float x)
{
    float s = min(x, 2.0), r = 1.0 / max(x, 2.0);
    float near = 0.9999731921 + s * (-0.9988500970 + s * (0.7413346940 + s * (-0.3908024390 + s * (0.1432706520 + s * (-0.0325429676 + s * 0.0033807635)))));
    float far = 0.3989246120 + r * (0.0517869289 + r * (-0.0035766591 + r * (0.1767791030 + r * (-0.0426603027 - r * 0.2264863890))));
    return x < 2.0 ? near : far * sqrt(r);
}

// d'Eon's longitudinal lobes. Their exponents, in the thousands for narrow lobes, would cancel. The
// squared distance of the two directions on the circle gives the same without cancellation.
vec4 lobesAlong(LampAngles l, vec4 sin_eye, vec4 cos_eye, vec4 variance, vec4 peak)
{
    cos_eye = abs(cos_eye); // a tilt can turn an eye past the pole
    vec4 a = l.cos_light - cos_eye, b = l.sin_light + sin_eye;
    return peak * exp(-0.5 * (a * a + b * b) / variance) * besselScaled(l.cos_light * cos_eye / variance);
}

float lobeAlong(LampAngles l, float sin_eye, float cos_eye, float variance, float peak)
{
    float a = l.cos_light - cos_eye, b = l.sin_light + sin_eye;
    return peak * exp(-0.5 * (a * a + b * b) / variance) * besselScaled(l.cos_light * cos_eye / variance);
}

vec4 lobePeak(vec4 variance) { return 1.0 / (variance * (1.0 - exp(-2.0 / variance))); }

// Scattering by a hair and the hairs around it, for three colours. Narrow lobes send light to the
// mirrored inclination. So the eye's inclination replaces the light's, and all lights share this.
struct HairMass {
    vec3 lost, backward;
    vec3 behind;         // apparent backscatter of infinitely many hairs behind it
    float forward;       // mean over the colours, like the spreads
    float forward_spread, back_spread, back_peak;
};

// Backscatter of infinitely many hairs, and the part of it that a hair in front appears to send.
vec3 pileReflectance(vec3 lost, vec3 backward) { return backward / (lost + backward + sqrt(lost * (lost + 2.0 * backward))); }
vec3 apparentBackscatter(vec3 lost, vec3 backward) { return pileReflectance(lost, backward) * (1.0 + lost + backward) - backward; }

HairMass hairMass(HairFrame f)
{
    vec4 r = meanTexel(f.cos_eye, f.absorption.r), g = meanTexel(f.cos_eye, f.absorption.g), b = meanTexel(f.cos_eye, f.absorption.b);
    HairMass m;
    m.lost = vec3(r.x, g.x, b.x);
    m.backward = vec3(r.y, g.y, b.y);
    m.behind = scatter_rest.x * apparentBackscatter(m.lost, m.backward);
    m.forward = 1.0 - dot(m.lost + m.backward, vec3(1.0 / 3.0));
    m.forward_spread = (r.z + g.z + b.z) / 3.0;
    m.back_spread = (r.w + g.w + b.w) / 3.0;
    m.back_peak = 1.0 / (m.back_spread * (1.0 - exp(-2.0 / m.back_spread)));
    return m;
}

// Single scattering of light that no other hair blocks. lengths is layer 1 of lobeTexel.
vec3 scatterDirect(HairFrame f, LampAngles l, vec4 lengths)
{
    vec4 n = lobesAlong(l, f.tilted_sin, f.tilted_cos, lobe_variance, lobe_peak) * lobeTexel(l.azimuth, f.cos_eye, 0.0);
    return n.x + n.y * exp(-f.absorption * lengths.x) + n.z * exp(-f.absorption * lengths.y) + n.w * exp(-f.absorption * lengths.z);
}

// Light that other hairs scatter: forward on its way to this hair, and back from the hairs behind.
// through is in the range from FAINTEST to 1.
vec3 scatterForward(HairFrame f, HairMass m, LampAngles l, vec4 lengths, float through)
{
    float optical_depth = -log(through);
    vec3 part = scatter_rest.x * (exp(-optical_depth * (m.lost + m.backward)) - through);
    float x = max(optical_depth * m.forward, 1e-3);
    float spread = m.forward_spread * x / (1.0 - exp(-x));

    // x, y, z: R, TT, TRT; w: backscatter of light that passed hairs. m_back: backscatter of light
    // that passed none.
    vec4 variance = vec4(lobe_variance.xyz + spread, m.back_spread + spread);
    vec4 m_wide = lobesAlong(l, vec4(f.tilted_sin.xyz, f.sin_eye), vec4(f.tilted_cos.xyz, f.cos_eye), variance, lobePeak(variance));
    float m_back = lobeAlong(l, f.sin_eye, f.cos_eye, m.back_spread, m.back_peak);

    vec4 n = lobeTexel(l.azimuth, f.cos_eye, 2.0);
    vec3 own = m_wide.x * n.x + m_wide.y * n.y * exp(-f.absorption * n.w) + m_wide.z * n.z * exp(-f.absorption * lengths.w);
    // Around the hair: a half cosine, and its mean over half a turn.
    float turn = 0.5 * max(l.cos_azimuth, 0.0), wide_turn = (0.5 + 0.5 * l.cos_azimuth) / PI;
    return part * (own + m.behind * wide_turn * m_wide.w) + through * m.behind * turn * m_back;
}

// At a triangle's edge, interpolated values can lie beyond those of its corners.
vec3 scatterLight(HairFrame f, HairMass m, LampAngles l, float through)
{
    through = clamp(through, FAINTEST, 1.0);
    vec4 lengths = lobeTexel(l.azimuth, f.cos_eye, 1.0);
    return through * scatterDirect(f, l, lengths) + scatterForward(f, m, l, lengths, through);
}

// A hair among others, in an environment of radiance 1. open is the share that no other hair
// blocks.
vec3 scatterAmbient(HairMass m, float open)
{
    vec3 fading = sqrt(m.lost * (m.lost + 2.0 * m.backward));
    return pileReflectance(m.lost, m.backward) * (1.0 + fading) * pow(vec3(max(open, FAINTEST)), fading);
}
