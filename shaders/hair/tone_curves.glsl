// SPDX-License-Identifier: MIT
// Tone curves from linear light to display values, both linear with sRGB primaries. Output is 0 to
// 1. CPU twin: tone_test.go.

// ACES: the fit by Stephen Hill, in BakingLab, of the reference rendering transform with the output
// transform for sRGB screens.
vec3 toneACES(vec3 x)
{
    const mat3 to_aces = mat3(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777);
    const mat3 to_screen = mat3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602);
    x = to_aces * min(x, vec3(65504.0));
    x = (x * (x + 0.0245786) - 0.000090537) / (x * (0.983729 * x + 0.4329510) + 0.238081);
    return to_screen * x;
}

// AgX by Troy Sobotka, with the fit of its base curve by Benjamin Wrensch, "Minimal AgX
// Implementation".
vec3 toneAgX(vec3 x)
{
    const mat3 inset = mat3(0.842479062, 0.0423282423, 0.0423756549, 0.0784336, 0.878468636, 0.0784336, 0.0792237451, 0.0791661275, 0.879142974);
    const mat3 outset = mat3(1.196879005, -0.0528968518, -0.0529716355, -0.0980208811, 1.15190313, -0.0980434501, -0.0990297441, -0.0989611768, 1.151073673);
    const float darkest = -12.47393, brightest = 4.026069;  // in stops
    x = clamp((log2(max(inset * x, vec3(1e-10))) - darkest) / (brightest - darkest), 0.0, 1.0);
    vec3 x2 = x * x, x4 = x2 * x2;
    x = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
    return pow(max(outset * x, vec3(0.0)), vec3(2.2));
}

vec3 toneCurve(vec3 x, int tone)
{
    if (tone == TONE_NONE) return x;
    return tone == TONE_AGX ? toneAgX(x) : toneACES(x);
}

// The sRGB curve of IEC 61966-2-1.
vec3 screenCurve(vec3 c)
{
    c = clamp(c, 0.0, 1.0);
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
